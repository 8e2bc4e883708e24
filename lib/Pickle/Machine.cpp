// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stack machine: one function per family of instructions.
#include "Globals.h"
#include "kiln/Pickle/Pickle.h"
#include <cstring>
#include <limits>
#include <unordered_map>

using namespace kiln::pickle;
using kiln::rt::ByteSpan;
using kiln::rt::Code;
using kiln::rt::Expected;
using kiln::rt::Status;

namespace kiln::pickle {
class Machine {
public:
  Machine(ByteSpan bytes, uint64_t maxBytes)
      : bytes(bytes), maxBytes(maxBytes), budget(maxBytes) {}
  Expected<Pickle> run();

private:
  ByteSpan bytes;
  size_t at = 0;
  uint64_t maxBytes;
  rt::Budget budget;
  Pickle pickle;
  std::vector<Ref> stack;
  std::vector<size_t> marks;
  std::unordered_map<uint64_t, Ref> memo;
  size_t classes = 0; ///< names that no tensor has taken as its class yet
  std::string firstClass;
  bool wraps = false;  ///< is a tensor of a class that wraps others on its way?
  std::string wrapper; ///< that class

  rt::Error broken(std::string_view what) const {
    return rt::makeError(Code::DataLoss, "pickle: ", what, " at byte ", at);
  }

  Status take(uint64_t count) {
    if (budget.take(count))
      return {};
    return rt::makeError(Code::ResourceExhausted, "pickle: more than ",
                         maxBytes, " bytes of memory are needed at byte ", at);
  }
  Expected<uint64_t> readUnsigned(size_t width);
  Expected<std::string_view> readBytes(uint64_t count);
  Expected<std::string_view> readLine();

  const Value &valueOf(Ref ref) const { return pickle.values_[ref]; }
  Status push(Value value);
  Status pushInteger(int64_t number);
  Status pushText(size_t width);
  Status pushLong(size_t width);
  Status pushFloat();
  Expected<Ref> pop();
  Expected<std::vector<Ref>> popToMark();
  Expected<Ref> top();

  Status step(uint8_t op);
  Status stepConstant(uint8_t op);
  Status stepCollection(uint8_t op);
  Status stepMemo(uint8_t op);
  Status stepObject(uint8_t op);

  Status makeTuple(size_t count);
  Status makeFromMark(Value::Kind kind);
  Status extend(Value::Kind kind, std::vector<Ref> items);
  Status remember(uint64_t index);
  Status recall(uint64_t index);
  Status pushGlobal(std::string_view module, std::string_view name);
  Status call();
  Status makeParameter(const std::vector<Ref> &arguments);
  Status makeFromType(const std::vector<Ref> &arguments);
  Status makeWrapper(const std::vector<Ref> &arguments);
  Status makeObject(Ref type);
  rt::Error notAllowed(const std::string &name) const;
  Status build();
};
} // namespace kiln::pickle

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

Expected<uint64_t> Machine::readUnsigned(size_t width) {
  if (bytes.size - at < width)
    return broken("unexpected end");
  uint64_t number = 0;
  for (size_t i = 0; i < width; ++i)
    number |= uint64_t(bytes.data[at + i]) << (8 * i);
  at += width;
  return number;
}

Expected<std::string_view> Machine::readBytes(uint64_t count) {
  if (bytes.size - at < count)
    return broken("unexpected end");
  std::string_view text = bytes.text().substr(at, count);
  at += count;
  return text;
}

Expected<std::string_view> Machine::readLine() {
  size_t end = bytes.text().find('\n', at);
  if (end == std::string_view::npos)
    return broken("unexpected end");
  std::string_view line = bytes.text().substr(at, end - at);
  at = end + 1;
  return line;
}

//===----------------------------------------------------------------------===//
// The stack
//===----------------------------------------------------------------------===//

/// The values lie in a table that doubles, and so do their references.
Status Machine::push(Value value) {
  KILN_RT_TRY(take(2 * sizeof(Value) + value.text.size() +
                   value.items.size() * sizeof(Ref)));
  stack.push_back(static_cast<Ref>(pickle.values_.size()));
  pickle.values_.push_back(std::move(value));
  return {};
}

Status Machine::pushInteger(int64_t number) {
  Value value;
  value.kind = Value::Kind::Integer;
  value.integer = number;
  return push(std::move(value));
}

Status Machine::pushText(size_t width) {
  KILN_RT_ASSIGN(uint64_t count, readUnsigned(width));
  KILN_RT_ASSIGN(std::string_view text, readBytes(count));
  Value value;
  value.kind = Value::Kind::String;
  value.text = text;
  return push(std::move(value));
}

/// An integer of any length, little-endian in two's complement.
Status Machine::pushLong(size_t width) {
  KILN_RT_ASSIGN(uint64_t count, readUnsigned(width));
  KILN_RT_ASSIGN(std::string_view digits, readBytes(count));
  if (count > 8)
    return broken("an integer beyond 64 bits");
  uint64_t number = 0;
  for (size_t i = 0; i < count; ++i)
    number |= uint64_t(static_cast<uint8_t>(digits[i])) << (8 * i);
  bool isNegative = count && (digits[count - 1] & 0x80);
  if (isNegative && count < 8)
    number |= ~uint64_t(0) << (8 * count);
  return pushInteger(static_cast<int64_t>(number));
}

Status Machine::pushFloat() {
  KILN_RT_ASSIGN(std::string_view digits, readBytes(8));
  uint64_t bits = 0;
  for (char digit : digits) // big-endian
    bits = bits << 8 | static_cast<uint8_t>(digit);
  Value value;
  value.kind = Value::Kind::Float;
  std::memcpy(&value.real, &bits, sizeof(bits));
  return push(std::move(value));
}

Expected<Ref> Machine::pop() {
  if (stack.size() <= (marks.empty() ? 0 : marks.back()))
    return broken("the stack is empty");
  Ref ref = stack.back();
  stack.pop_back();
  return ref;
}

Expected<Ref> Machine::top() {
  KILN_RT_ASSIGN(Ref ref, pop());
  stack.push_back(ref);
  return ref;
}

Expected<std::vector<Ref>> Machine::popToMark() {
  if (marks.empty())
    return broken("no mark");
  std::vector<Ref> items(stack.begin() + marks.back(), stack.end());
  stack.resize(marks.back());
  marks.pop_back();
  return items;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

Status Machine::stepConstant(uint8_t op) {
  Value value;
  switch (op) {
  case 'N':
    return push(std::move(value));
  case 0x88: // NEWTRUE
  case 0x89: // NEWFALSE
    value.kind = Value::Kind::Bool;
    value.integer = op == 0x88;
    return push(std::move(value));
  case 'K':   // BININT1
  case 'M':   // BININT2
  case 'J': { // BININT
    KILN_RT_ASSIGN(uint64_t number, readUnsigned(op == 'K'   ? 1
                                                 : op == 'M' ? 2
                                                             : 4));
    return pushInteger(op == 'J' ? static_cast<int32_t>(number)
                                 : static_cast<int64_t>(number));
  }
  case 0x8a: // LONG1
    return pushLong(1);
  case 0x8b: // LONG4
    return pushLong(4);
  case 'G': // BINFLOAT
    return pushFloat();
  case 'U':  // SHORT_BINSTRING
  case 'C':  // SHORT_BINBYTES
  case 0x8c: // SHORT_BINUNICODE
    return pushText(1);
  case 'X': // BINUNICODE
  case 'T': // BINSTRING
  case 'B': // BINBYTES
    return pushText(4);
  default: // BINUNICODE8
    return pushText(8);
  }
}

Status Machine::makeTuple(size_t count) {
  Value value;
  value.kind = Value::Kind::Tuple;
  value.items.resize(count);
  while (count > 0) {
    KILN_RT_ASSIGN(value.items[--count], pop());
  }
  return push(std::move(value));
}

Status Machine::makeFromMark(Value::Kind kind) {
  Value value;
  value.kind = kind;
  KILN_RT_ASSIGN(value.items, popToMark());
  if (kind == Value::Kind::Dict && value.items.size() % 2)
    return broken("a key without a value");
  return push(std::move(value));
}

/// Appends to the list or dict that is on top of the stack.
Status Machine::extend(Value::Kind kind, std::vector<Ref> items) {
  KILN_RT_ASSIGN(Ref ref, top());
  Value &target = pickle.values_[ref];
  if (target.kind != kind)
    return broken("not a list or dict to add to");
  if (kind == Value::Kind::Dict && items.size() % 2)
    return broken("a key without a value");
  KILN_RT_TRY(take(2 * items.size() * sizeof(Ref)));
  target.items.insert(target.items.end(), items.begin(), items.end());
  return {};
}

Status Machine::stepCollection(uint8_t op) {
  switch (op) {
  case ')': // EMPTY_TUPLE
    return makeTuple(0);
  case 0x85: // TUPLE1 to TUPLE3
  case 0x86:
  case 0x87:
    return makeTuple(op - 0x84);
  case 't': // TUPLE
    return makeFromMark(Value::Kind::Tuple);
  case 'l': // LIST
    return makeFromMark(Value::Kind::List);
  case 'd': // DICT
    return makeFromMark(Value::Kind::Dict);
  case ']':   // EMPTY_LIST
  case '}': { // EMPTY_DICT
    Value value;
    value.kind = op == ']' ? Value::Kind::List : Value::Kind::Dict;
    return push(std::move(value));
  }
  case 'a': { // APPEND
    KILN_RT_ASSIGN(Ref item, pop());
    return extend(Value::Kind::List, {item});
  }
  case 's': { // SETITEM
    KILN_RT_ASSIGN(Ref item, pop());
    KILN_RT_ASSIGN(Ref key, pop());
    return extend(Value::Kind::Dict, {key, item});
  }
  default: { // APPENDS, SETITEMS
    KILN_RT_ASSIGN(std::vector<Ref> items, popToMark());
    return extend(op == 'e' ? Value::Kind::List : Value::Kind::Dict,
                  std::move(items));
  }
  }
}

Status Machine::remember(uint64_t index) {
  constexpr uint64_t entryBytes = 48;
  KILN_RT_TRY(take(entryBytes));
  KILN_RT_ASSIGN(memo[index], top());
  return {};
}

Status Machine::recall(uint64_t index) {
  auto it = memo.find(index);
  if (it == memo.end())
    return broken("nothing is remembered under this number");
  KILN_RT_TRY(take(2 * sizeof(Ref)));
  stack.push_back(it->second);
  return {};
}

Status Machine::stepMemo(uint8_t op) {
  if (op == 0x94) // MEMOIZE
    return remember(memo.size());
  bool isShort = op == 'q' || op == 'h';
  KILN_RT_ASSIGN(uint64_t index, readUnsigned(isShort ? 1 : 4));
  return op == 'q' || op == 'r' ? remember(index) : recall(index);
}

Status Machine::pushGlobal(std::string_view module, std::string_view name) {
  Value value;
  value.kind = Value::Kind::Global;
  if (!lookUpGlobal(module, name, value)) {
    value.global = Global::Class;
    value.text = rt::concat(module.substr(0, 100), ".", name.substr(0, 100));
    if (wraps && wrapper.empty())
      wrapper = value.text;
    else if (!wraps && classes++ == 0)
      firstClass = value.text;
  }
  wraps |= value.global == Global::RebuildWrapper;
  return push(std::move(value));
}

kiln::rt::Error Machine::notAllowed(const std::string &name) const {
  return rt::makeError(Code::PermissionDenied,
                       "pickle global not allowed: ", name);
}

/// A parameter of (tensor, requires_grad, …).
Status Machine::makeParameter(const std::vector<Ref> &arguments) {
  if (arguments.size() < 2 ||
      valueOf(arguments[0]).kind != Value::Kind::Tensor ||
      valueOf(arguments[1]).kind != Value::Kind::Bool)
    return broken("a parameter of something else than a tensor");
  Value value = valueOf(arguments[0]);
  value.isParameter = true;
  value.requiresGrad = valueOf(arguments[1]).integer;
  return push(std::move(value));
}

/// A tensor of (function, class, arguments, state). Functions that rebuild
/// tensors leave the class without a say in the data.
Status Machine::makeFromType(const std::vector<Ref> &arguments) {
  if (arguments.size() != 4 ||
      valueOf(arguments[0]).kind != Value::Kind::Global ||
      valueOf(arguments[1]).kind != Value::Kind::Global ||
      valueOf(arguments[2]).kind != Value::Kind::Tuple)
    return broken("a subclass of something else than a tensor");
  Global function = valueOf(arguments[0]).global;
  if (function == Global::Class)
    return notAllowed(valueOf(arguments[0]).text);
  if (function == Global::RebuildWrapper)
    return makeWrapper(arguments);
  if (function != Global::RebuildTensorV2 &&
      function != Global::RebuildTensorV3)
    return broken("a subclass of something else than a tensor");
  classes -= valueOf(arguments[1]).global == Global::Class && classes > 0;
  Value value;
  value.kind = Value::Kind::Tensor;
  value.global = function;
  value.items = valueOf(arguments[2]).items;
  return push(std::move(value));
}

/// The attributes of a tensor of a class that wraps others.
Status Machine::makeWrapper(const std::vector<Ref> &arguments) {
  const Value &attributes = valueOf(arguments[3]);
  if (attributes.kind != Value::Kind::Dict)
    return broken("a tensor that wraps nothing");
  Value value;
  value.kind = Value::Kind::Wrapper;
  value.text = valueOf(arguments[1]).text;
  value.items = attributes.items;
  return push(std::move(value));
}

/// Nobody needs the other attributes of a class that wraps tensors.
Status Machine::makeObject(Ref type) {
  if (!wraps && valueOf(type).global == Global::Class)
    return notAllowed(valueOf(type).text);
  Value value;
  value.kind = Value::Kind::Object;
  return push(std::move(value));
}

/// A global applied to a tuple of arguments: data, put together.
Status Machine::call() {
  KILN_RT_ASSIGN(Ref argumentsRef, pop());
  KILN_RT_ASSIGN(Ref calleeRef, pop());
  if (valueOf(calleeRef).kind != Value::Kind::Global ||
      valueOf(argumentsRef).kind != Value::Kind::Tuple)
    return broken("a call of what is no known name");
  Value value;
  value.global = valueOf(calleeRef).global;
  value.items = valueOf(argumentsRef).items;
  switch (value.global) {
  case Global::OrderedDict:
    value.kind = Value::Kind::Dict;
    if (!value.items.empty())
      return broken("an OrderedDict with arguments");
    break;
  case Global::RebuildTensorV2:
  case Global::RebuildTensorV3:
    value.kind = Value::Kind::Tensor;
    break;
  case Global::RebuildParameter:
    return makeParameter(value.items);
  case Global::RebuildFromType:
    return makeFromType(value.items);
  case Global::Size:
    value.kind = Value::Kind::Tuple;
    if (value.items.size() != 1 ||
        valueOf(value.items[0]).kind != Value::Kind::Tuple)
      return broken("a Size of something else than a tuple");
    value.items = std::vector<Ref>(valueOf(value.items[0]).items);
    break;
  case Global::Device:
    value.kind = Value::Kind::Device;
    break;
  case Global::Storage:
    return broken("a storage that is called");
  case Global::RebuildWrapper:
    return broken("a tensor that wraps others but has no class");
  case Global::Layout:
  case Global::Class:
    return makeObject(calleeRef);
  }
  return push(std::move(value));
}

/// The state of an object. Dicts carry metadata of modules, which nothing
/// needs, as little as objects; no other value has a state.
Status Machine::build() {
  KILN_RT_ASSIGN(Ref state, pop());
  (void)state;
  KILN_RT_ASSIGN(Ref ref, top());
  Value::Kind kind = pickle.values_[ref].kind;
  if (kind != Value::Kind::Dict && kind != Value::Kind::Object)
    return broken("a state for what has none");
  return {};
}

Status Machine::stepObject(uint8_t op) {
  switch (op) {
  case 'c': { // GLOBAL
    KILN_RT_ASSIGN(std::string_view module, readLine());
    KILN_RT_ASSIGN(std::string_view name, readLine());
    return pushGlobal(module, name);
  }
  case 0x93: { // STACK_GLOBAL
    KILN_RT_ASSIGN(Ref name, pop());
    KILN_RT_ASSIGN(Ref module, pop());
    return pushGlobal(valueOf(module).text, valueOf(name).text);
  }
  case 'R': // REDUCE
    return call();
  case 'b': // BUILD
    return build();
  case 0x81: { // NEWOBJ
    KILN_RT_ASSIGN(Ref arguments, pop());
    (void)arguments;
    KILN_RT_ASSIGN(Ref type, pop());
    return valueOf(type).kind == Value::Kind::Global
               ? makeObject(type)
               : broken("an object of no class");
  }
  default: { // BINPERSID
    KILN_RT_ASSIGN(Ref ref, pop());
    if (pickle.values_[ref].kind != Value::Kind::Tuple)
      return broken("a persistent id that is no tuple");
    Value value;
    value.kind = Value::Kind::Storage;
    value.items = pickle.values_[ref].items;
    return push(std::move(value));
  }
  }
}

Status Machine::step(uint8_t op) {
  constexpr std::string_view constants = "NKMJGUCXTB\x88\x89\x8a\x8b\x8c\x8d",
                             collections = ")tld]}asue\x85\x86\x87",
                             memos = "qrhj\x94", objects = "cRbQ\x93";
  auto isOneOf = [&](std::string_view ops) {
    return ops.find(static_cast<char>(op)) != std::string_view::npos;
  };
  if (isOneOf(constants))
    return stepConstant(op);
  if (isOneOf(collections))
    return stepCollection(op);
  if (isOneOf(memos))
    return stepMemo(op);
  if (isOneOf(objects) || (wraps && op == 0x81))
    return stepObject(op);
  switch (op) {
  case '(': // MARK
    KILN_RT_TRY(take(2 * sizeof(size_t)));
    marks.push_back(stack.size());
    return {};
  case '0': { // POP
    auto popped = pop();
    return popped.ok() ? Status() : Status(popped.takeError());
  }
  case 0x95: { // FRAME
    auto length = readUnsigned(8);
    return length.ok() ? Status() : Status(length.takeError());
  }
  default:
    return rt::makeError(Code::Unimplemented, "pickle: instruction ",
                         static_cast<unsigned>(op),
                         " is not one that tensors need, at byte ", at - 1);
  }
}

Expected<Pickle> Machine::run() {
  // Values are counted in 32 bits, and each takes a byte.
  if (bytes.size < 2 || bytes.size >= std::numeric_limits<Ref>::max() ||
      bytes.data[0] != 0x80 || bytes.data[1] < 2 || bytes.data[1] > 5)
    return rt::makeError(Code::DataLoss,
                         "pickle: not a pickle of protocol 2 to 5");
  at = 2;
  while (true) {
    KILN_RT_ASSIGN(uint64_t op, readUnsigned(1));
    if (op == '.')
      break;
    Status status = step(static_cast<uint8_t>(op));
    // The name that nothing has taken as a class yet is the fault.
    if (!status.ok() && classes > 0)
      return notAllowed(firstClass);
    if (!status.ok() && !wrapper.empty())
      return rt::makeError(status.error().code, "a tensor of class ", wrapper,
                           ", which wraps others, is not read (",
                           status.error().message, "); ", unwrapHint);
    KILN_RT_TRY(std::move(status));
  }
  if (classes > 0)
    return notAllowed(firstClass);
  KILN_RT_ASSIGN(pickle.root_, pop());
  return std::move(pickle);
}

Expected<Pickle> Pickle::read(ByteSpan bytes, uint64_t maxBytes) {
  return Machine(bytes, maxBytes).run();
}
