// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Against.h"
#include "Arrays.h"
#include "KernelValues.h"
#include "Reproducer.h"
#include "kiln-rt/kiln.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <cstring>

using namespace kiln;
using namespace kiln::interpret;
using namespace kiln::reference;

//===----------------------------------------------------------------------===//
// Two tensors
//===----------------------------------------------------------------------===//

/// What is wrong with `ours`, or nothing. Errors are relative to the root mean
/// square of the tensor, as in the error rule. How far PyTorch is off inside of
/// a program was not recorded: the limits leave room for sums of many terms.
static std::string explain(const Tensor &ours, const Tensor &right) {
  Type type = right.getElementType();
  auto print = [](double value) {
    return llvm::formatv("{0:e2}", value).str();
  };
  if (!mlir::isa<mlir::FloatType>(type)) {
    for (int64_t i = 0, e = right.getNumElements() * getElementBytes(type);
         i < e; ++i)
      if (ours.getData()[i] != right.getData()[i])
        return "element " + std::to_string(i / getElementBytes(type)) +
               " differs";
    return "";
  }
  std::vector<double> mine = load<double>(ours).values,
                      wanted = load<double>(right).values;
  double squares = 0, errors = 0, largest = 0;
  size_t at = 0;
  for (size_t i = 0; i < mine.size(); ++i) {
    bool same =
        mine[i] == wanted[i] || (std::isnan(mine[i]) && std::isnan(wanted[i]));
    if (!same && !(std::isfinite(mine[i]) && std::isfinite(wanted[i])))
      return "element " + std::to_string(i) + " is " + print(mine[i]) +
             ", not " + print(wanted[i]);
    if (!std::isfinite(wanted[i]))
      continue;
    double error = std::fabs(mine[i] - wanted[i]);
    squares += wanted[i] * wanted[i];
    errors += error * error;
    if (error > largest) {
      largest = error;
      at = i;
    }
  }
  if (largest == 0)
    return "";
  double count = static_cast<double>(mine.size());
  double scale = std::sqrt(squares / count);
  double rms = std::sqrt(errors / count) / scale;
  double epsilon = getEpsilon(type);
  if (rms <= 64 * epsilon && largest / scale <= 1024 * epsilon)
    return "";
  return "the root mean square of errors is " + print(rms) + " (limit " +
         print(64 * epsilon) + "), the largest " + print(largest / scale) +
         " (limit " + print(1024 * epsilon) + ") at element " +
         std::to_string(at) + ", which is " + print(mine[at]) + ", not " +
         print(wanted[at]);
}

/// Could a kernel's result of this type be this value?
static bool hasType(const Tensor &tensor, mlir::RankedTensorType type,
                    size_t bytes) {
  if (tensor.isNull() ||
      getDtype(tensor.getElementType()) != getDtype(type.getElementType()) ||
      tensor.getRank() != type.getRank())
    return false;
  for (auto [size, declared] : llvm::zip(tensor.getSizes(), type.getShape()))
    if (!mlir::ShapedType::isDynamic(declared) && declared != size)
      return false;
  return static_cast<size_t>(tensor.getNumElements() *
                             getElementBytes(tensor.getElementType())) == bytes;
}

//===----------------------------------------------------------------------===//
// One call
//===----------------------------------------------------------------------===//

static rt::Status statusOf(kiln_error *error) {
  if (!error)
    return {};
  rt::Error result = rt::makeError(
      static_cast<rt::Code>(kiln_error_code(error)), kiln_error_message(error));
  kiln_error_free(error);
  return result;
}

/// A row of elements with these bytes.
static rt::NpyArray makeRow(kiln_dtype dtype, const void *data, size_t bytes) {
  rt::NpyArray row(dtype,
                   {static_cast<int64_t>(bytes / kiln_dtype_size(dtype))});
  if (bytes > 0)
    std::memcpy(row.data(), data, bytes);
  return row;
}

namespace {
/// Values of the core program, by the numbers of their operations.
using Values = std::map<unsigned, RuntimeValues>;

/// Watches the kernels of one call.
class Watcher {
public:
  Watcher(const Launches &launches, const Values &values)
      : launches(launches), values(values) {}

  void before(const kiln_instruction_info &info);
  void after(const kiln_instruction_info &info);

  bool isOtherProgram = false; ///< the package's kernels are not ours
  std::string wrong;           ///< what is wrong with the first wrong kernel
  KernelCall call;             ///< of the last, or of the first wrong kernel
  std::vector<std::string> unjudged; ///< since the last right kernel
  unsigned numJudged = 0;

private:
  const Launch *find(const kiln_instruction_info &info);
  void judge(const kiln_instruction_info &info, size_t buffer,
             const RuntimeValues &candidates, mlir::RankedTensorType type);

  const Launches &launches;
  const Values &values;
};
} // namespace

/// Our launch of this instruction; null where it is none.
const Launch *Watcher::find(const kiln_instruction_info &info) {
  if (StringRef(info.opcode) != "dispatch" || StringRef(info.entry) != "run" ||
      !wrong.empty())
    return nullptr;
  auto found = launches.find(info.index);
  if (found != launches.end() && found->second.kernel == info.kernel)
    return &found->second;
  isOtherProgram = true;
  return nullptr;
}

void Watcher::before(const kiln_instruction_info &info) {
  if (!find(info))
    return;
  // A kernel may write where it reads.
  call = {};
  call.kernel = info.kernel;
  call.domain = info.domain;
  call.sizes.assign(info.sizes, info.sizes + info.size_count);
  for (size_t i = 0; i < info.buffer_count; ++i) {
    call.written.push_back(info.buffer_written[i]);
    call.contents.push_back(
        makeRow(info.buffer_dtypes[i], info.buffers[i], info.buffer_bytes[i]));
  }
}

void Watcher::judge(const kiln_instruction_info &info, size_t buffer,
                    const RuntimeValues &candidates,
                    mlir::RankedTensorType type) {
  for (const RuntimeValue &candidate : candidates) {
    const auto *right = std::get_if<Tensor>(&candidate);
    if (!right || !hasType(*right, type, info.buffer_bytes[buffer]))
      continue;
    auto row = std::make_shared<rt::NpyArray>(
        makeRow(info.buffer_dtypes[buffer], info.buffers[buffer],
                info.buffer_bytes[buffer]));
    Tensor ours =
        Tensor::fromBytes(right->getElementType(), right->getSizes(), row,
                          static_cast<const uint8_t *>(row->data()));
    wrong = explain(ours, *right);
    if (wrong.empty()) {
      ++numJudged;
      unjudged.clear();
      return;
    }
    call.contents[buffer] =
        makeRow(info.buffer_dtypes[buffer], right->getData(), row->bytes());
  }
}

void Watcher::after(const kiln_instruction_info &info) {
  const Launch *launch = find(info);
  if (!launch)
    return;
  size_t numRead = call.written.size() - launch->types.size();
  unsigned judgedBefore = numJudged;
  for (size_t i = 0; i < launch->types.size() && wrong.empty(); ++i) {
    std::optional<unsigned> number = launch->operations[i];
    auto found = number ? values.find(*number) : values.end();
    if (found != values.end())
      judge(info, numRead + i, found->second, launch->types[i]);
    else // What the reproducer should write: nothing better is known.
      call.contents[numRead + i] =
          makeRow(info.buffer_dtypes[numRead + i], info.buffers[numRead + i],
                  info.buffer_bytes[numRead + i]);
  }
  if (numJudged == judgedBefore && wrong.empty())
    unjudged.push_back(info.kernel);
  if (!wrong.empty())
    wrong =
        (rt::concat("kernel ", info.kernel, " (", info.entry, "[", info.index,
                    "], ", info.op, " ", info.file, ":", info.line, "): ") +
         wrong);
}

//===----------------------------------------------------------------------===//
// All calls
//===----------------------------------------------------------------------===//

namespace {
struct Session {
  ~Session() {
    kiln_context_destroy(context);
    kiln_module_release(module);
  }
  kiln_module *module = nullptr;
  kiln_context *context = nullptr;
};
} // namespace

/// Runs a call of the package under a watcher; results are not looked at.
static rt::Status runPackage(Session &session, const std::string &program,
                             const std::string &call,
                             const rt::NpzArrays &arrays, Watcher &watcher) {
  int64_t index = kiln_module_find_program(session.module, program.c_str());
  kiln_program_info info = {};
  info.struct_size = sizeof(info);
  if (index < 0 || !kiln_module_program(session.module, index, &info))
    return rt::makeError(rt::Code::NotFound, "the package has no program '",
                         program, "'");
  std::vector<kiln_tensor> inputs(info.input_count), outputs(info.result_count);
  std::vector<rt::NpyArray> memory(info.input_count);
  for (size_t i = 0; i < inputs.size(); ++i) {
    auto found = arrays.find(call + ".in" + std::to_string(i));
    if (found == arrays.end())
      continue; // a constant; the evaluator has asked for the others
    kiln_value_info value = {};
    value.struct_size = sizeof(value);
    kiln_module_input(session.module, index, i, &value);
    const rt::NpyArray &array = found->second;
    memory[i] = rt::NpyArray(array.dtype(), array.sizes());
    if (array.bytes() > 0)
      std::memcpy(memory[i].data(), array.data(), array.bytes());
    rt::restoreDtype(memory[i], value.dtype);
    inputs[i].data = memory[i].data();
    inputs[i].dtype = memory[i].dtype();
    inputs[i].rank = static_cast<int32_t>(array.sizes().size());
    llvm::copy(array.sizes(), inputs[i].sizes);
  }
  kiln_observer observer = {sizeof(observer), &watcher,
                            [](void *user, const kiln_instruction_info *seen) {
                              static_cast<Watcher *>(user)->before(*seen);
                            },
                            [](void *user, const kiln_instruction_info *seen) {
                              static_cast<Watcher *>(user)->after(*seen);
                            }};
  kiln_context_set_observer(session.context, &observer);
  KILN_RT_TRY(statusOf(kiln_context_reset_state(session.context)));
  KILN_RT_TRY(
      statusOf(kiln_run(session.context, program.c_str(), inputs.data(),
                        inputs.size(), outputs.data(), outputs.size())));
  for (kiln_tensor &output : outputs)
    kiln_tensor_free(session.module, &output);
  return {};
}

/// The values of the core program in a call.
static rt::Expected<Values> evaluate(Interpreter &interpreter,
                                     const std::string &call,
                                     const rt::NpzArrays &arrays,
                                     const std::string &file) {
  Values values;
  KILN_RT_ASSIGN(RuntimeValues inputs,
                 interpreter.makeInputs(call, arrays, file));
  Program &program = interpreter.getProgram();
  program.reset();
  program.observe([&](Operation *op, ArrayRef<RuntimeValue> results) {
    if (std::optional<unsigned> number = getNumber(op))
      values[*number].assign(results.begin(), results.end());
  });
  llvm::Expected<CallResults> results = program.call(inputs);
  if (!results)
    return rt::makeError(rt::Code::InvalidArgument, call, ": ",
                         llvm::toString(results.takeError()));
  return values;
}

/// ", after kernels that were not judged: a, b"
static std::string listUnjudged(const std::vector<std::string> &names) {
  return names.empty() ? ""
                       : "; kernels before it whose values are only steps: " +
                             llvm::join(names, ", ");
}

rt::Status interpret::runAgainst(Interpreter &interpreter,
                                 const AgainstOptions &options,
                                 const rt::PrintLine &print, bool &wrong) {
  ep::ProgramOp program = interpreter.getProgramOp();
  numberOperations(program);
  llvm::Expected<Launches> launches =
      findLaunches(interpreter.getModule(), program);
  if (!launches)
    return rt::makeError(rt::Code::FailedPrecondition,
                         llvm::toString(launches.takeError()));
  Session session;
  KILN_RT_TRY(statusOf(kiln_module_load_file(options.package.c_str(), nullptr,
                                             &session.module)));
  KILN_RT_TRY(
      statusOf(kiln_context_create(session.module, nullptr, &session.context)));
  rt::NpzArrays arrays;
  if (!options.inputs.empty()) {
    KILN_RT_ASSIGN(arrays, rt::readNpz(options.inputs));
  }
  for (const std::string &call : rt::callsOf(arrays)) {
    if (!options.call.empty() && options.call != call)
      continue;
    KILN_RT_ASSIGN(Values values,
                   evaluate(interpreter, call, arrays, options.inputs));
    Watcher watcher(*launches, values);
    KILN_RT_TRY(
        runPackage(session, program.getSymName().str(), call, arrays, watcher));
    if (watcher.isOtherProgram)
      return rt::makeError(rt::Code::FailedPrecondition, options.package,
                           ": its kernels are not those that this compiler "
                           "makes of the program by default");
    if (watcher.wrong.empty()) {
      print(rt::concat(call, ": ", watcher.numJudged,
                       " kernels agree with the evaluator"));
      continue;
    }
    wrong = true;
    print(call + ": " + watcher.wrong + listUnjudged(watcher.unjudged));
    KILN_RT_TRY(writeReproducer(options.package,
                                kiln_module_target(session.module),
                                watcher.call, options.folder));
    print(rt::concat("replay: kiln-run ", options.folder,
                     "/kernel.kiln --inputs=", options.folder,
                     "/inputs.npz --expected=", options.folder,
                     "/outputs.npz"));
    return {};
  }
  return {};
}
