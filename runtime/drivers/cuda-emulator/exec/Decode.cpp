// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "exec/Decode.h"

#include "exec/Warp.h"

using namespace kiln::emu;
using kiln::rt::concat;
using kiln::rt::Status;

namespace {
struct SpecialName {
  const char *name;
  Special special;
};
} // namespace

static const SpecialName specials[] = {
    {"%tid.x", Special::TidX},
    {"%tid.y", Special::TidY},
    {"%tid.z", Special::TidZ},
    {"%ntid.x", Special::NtidX},
    {"%ntid.y", Special::NtidY},
    {"%ntid.z", Special::NtidZ},
    {"%ctaid.x", Special::CtaidX},
    {"%ctaid.y", Special::CtaidY},
    {"%ctaid.z", Special::CtaidZ},
    {"%nctaid.x", Special::NctaidX},
    {"%nctaid.y", Special::NctaidY},
    {"%nctaid.z", Special::NctaidZ},
    {"%laneid", Special::LaneId},
    {"%warpid", Special::WarpId},
    {"%nwarpid", Special::NwarpId},
    {"%smid", Special::SmId},
    {"%nsmid", Special::NsmId},
    {"%gridid", Special::GridId},
    {"%lanemask_eq", Special::MaskEq},
    {"%lanemask_lt", Special::MaskLt},
    {"%lanemask_le", Special::MaskLe},
    {"%lanemask_gt", Special::MaskGt},
    {"%lanemask_ge", Special::MaskGe},
    {"%clusterid.x", Special::ClusteridX},
    {"%clusterid.y", Special::ClusteridY},
    {"%clusterid.z", Special::ClusteridZ},
    {"%nclusterid.x", Special::NclusteridX},
    {"%nclusterid.y", Special::NclusteridY},
    {"%nclusterid.z", Special::NclusteridZ},
    {"%cluster_ctaid.x", Special::ClusterCtaidX},
    {"%cluster_ctaid.y", Special::ClusterCtaidY},
    {"%cluster_ctaid.z", Special::ClusterCtaidZ},
    {"%cluster_nctaid.x", Special::ClusterNctaidX},
    {"%cluster_nctaid.y", Special::ClusterNctaidY},
    {"%cluster_nctaid.z", Special::ClusterNctaidZ},
    {"%cluster_ctarank", Special::ClusterCtaRank},
    {"%cluster_nctarank", Special::ClusterNctaRank},
    {"%is_explicit_cluster", Special::ExplicitCluster},
    {"%dynamic_smem_size", Special::DynamicShared},
    {"%total_smem_size", Special::TotalShared},
    {"%clock", Special::Clock},
    {"%clock64", Special::Clock64},
    {"%globaltimer", Special::Clock64},
};

namespace {
class BodyDecoder {
public:
  BodyDecoder(Program &program, Code &code, const SymbolPlaces &places)
      : program(program), code(code), places(places), function(*code.function) {
  }

  Status run() {
    layOut();
    for (const Statement &statement : function.body) {
      code.insts.emplace_back();
      KILN_RT_TRY(decode(statement, code.insts.back()));
    }
    for (Inst &inst : code.insts) {
      inst.site = static_cast<uint32_t>(program.sites.size());
      program.sites.push_back(&inst);
    }
    findJoins(code);
    return {};
  }

private:
  Status bad(Location at, const std::string &text) const {
    return errorAt(program.module.name, at, text);
  }

  /// Registers behind the specials and parameters; a place for sinks last.
  void layOut() {
    uint32_t at = code.frameBytes;
    registers.reserve(function.registers.size());
    for (const RegisterInfo &info : function.registers) {
      uint32_t bytes = info.type == Type::Pred ? 4 : bytesOf(info.type) * lanes;
      uint32_t align = std::min<uint32_t>(64, bytes);
      at = (at + align - 1) / align * align;
      registers.push_back(at);
      at += bytes;
    }
    sink = (at + 63) / 64 * 64;
    code.frameBytes = sink + 16 * lanes;
  }

  Status decode(const Statement &statement, Inst &inst) {
    KILN_RT_ASSIGN(Form form, matchForm(program.module, statement));
    inst.statement = &statement;
    if (statement.guard >= 0) {
      inst.guard = registers[static_cast<size_t>(statement.guard)];
      inst.guardNegated = statement.guardNegated;
    }
    refs = &code.operandLists.emplace_back();
    addresses = 0;
    const auto &specs = form.row->operands;
    if (!specs.empty() && specs[0].width == OperandSpec::Callee) {
      KILN_RT_TRY(callOperands(statement, inst));
    } else {
      size_t missing = specs.size() - statement.operands.size(), next = 0;
      for (size_t i = 0; i < specs.size(); ++i) {
        size_t optionalLeft = 0;
        for (size_t k = i; k < specs.size(); ++k)
          optionalLeft += specs[k].optional;
        if (specs[i].optional && missing >= optionalLeft && missing) {
          --missing;
          continue;
        }
        KILN_RT_TRY(operand(form, specs[i], statement.operands[next++], inst));
      }
    }
    inst.op = refs->data();
    inst.operands = static_cast<uint8_t>(std::min<size_t>(refs->size(), 255));
    inst.run = selectorOf(*form.row)(form, inst);
    if (!inst.run)
      return bad(statement.at, "'" + opcodeOf(statement) +
                                   "' combines what does not go together");
    if (statement.name == "ret")
      inst.target = static_cast<uint32_t>(function.body.size());
    return {};
  }

  Status operand(const Form &form, const OperandSpec &spec,
                 const Operand &given, Inst &inst) {
    switch (spec.width) {
    case OperandSpec::Address:
    case OperandSpec::Tensor:
      return address(given, spec.width == OperandSpec::Tensor, inst);
    case OperandSpec::Label:
      if (given.kind != Operand::Label)
        return bad(given.at, "there is no label '" + given.name + "'");
      inst.target = given.index;
      return {};
    case OperandSpec::Literal:
      if (given.kind != Operand::Integer)
        return bad(given.at, "expected an integer literal");
      inst.literal = given.bits;
      return {};
    case OperandSpec::Targets:
      return branchTable(given, inst);
    default:
      break;
    }
    if (given.kind == Operand::List)
      return list(form, spec, given, inst);
    if (given.kind == Operand::Pair)
      return pair(form, spec, given, inst);
    KILN_RT_TRY(value(form.typeOf(spec), spec, given, inst));
    if (spec.pair)
      refs->push_back(noRef);
    return {};
  }

  const TargetTable *tableOf(const Operand &given) const {
    for (const TargetTable &table : function.tables)
      if (table.name == given.name)
        return &table;
    return nullptr;
  }

  Status branchTable(const Operand &given, Inst &inst) {
    const TargetTable *table = tableOf(given);
    if (!table || table->kind != "branchtargets")
      return bad(given.at, "there is no .branchtargets '" + given.name + "'");
    inst.literal = static_cast<int64_t>(code.branchTables.size());
    std::vector<uint32_t> &targets = code.branchTables.emplace_back();
    for (const Operand &target : table->targets) {
      if (target.kind != Operand::Label)
        return bad(target.at, "there is no label '" + target.name + "'");
      targets.push_back(target.index);
    }
    return {};
  }

  Status list(const Form &form, const OperandSpec &spec, const Operand &given,
              Inst &inst) {
    Type type = form.typeOf(spec);
    auto size = static_cast<unsigned>(given.parts.size());
    if (spec.width == OperandSpec::Share) {
      static const std::pair<unsigned, Type> shares[] = {
          {8, Type::B8}, {16, Type::B16}, {32, Type::B32}, {64, Type::B64}};
      for (auto [bits, share] : shares)
        if (bits * size == bitsOf(form.type()))
          type = share;
      if (type == Type::None)
        return bad(given.at, concat("a list of ", size, " does not divide .",
                                    typeName(form.type())));
    }
    inst.count = static_cast<uint8_t>(size);
    for (const Operand &part : given.parts)
      KILN_RT_TRY(value(type, spec, part, inst));
    return {};
  }

  Status pair(const Form &form, const OperandSpec &spec, const Operand &given,
              Inst &inst) {
    if (!spec.pair)
      return bad(given.at, "one register is expected here, not two");
    KILN_RT_TRY(value(form.typeOf(spec), spec, given.parts[0], inst));
    return value(Type::Pred, spec, given.parts[1], inst);
  }

  void push(Ref ref, unsigned bytes, Inst &inst) {
    if (refs->size() < 6)
      inst.bytes[refs->size()] = static_cast<uint8_t>(bytes);
    refs->push_back(ref);
  }

  Status value(Type type, const OperandSpec &spec, const Operand &given,
               Inst &inst) {
    if (given.negated &&
        (given.kind != Operand::Register || spec.written || type != Type::Pred))
      return bad(given.at, "only a predicate that is read can be negated");
    unsigned bits = bitsOf(type);
    switch (given.kind) {
    case Operand::Register: {
      const RegisterInfo &info = function.registers[given.index];
      unsigned found = bitsOf(info.type);
      bool fits = found == bits ||
                  (spec.relaxed && found > bits && info.type != Type::Pred);
      // Eight bits have no registers of their own.
      fits |= bits == 8 && found == 16;
      if (!fits || (type == Type::Pred) != (info.type == Type::Pred))
        return bad(given.at,
                   concat("'", given.name, "' is .", typeName(info.type),
                          ", but the instruction takes .", typeName(type),
                          " here"));
      push(registers[given.index] | (given.negated ? negatedBit : 0), found / 8,
           inst);
      return {};
    }
    case Operand::Sink:
      push(sink, bits / 8, inst);
      return {};
    default:
      break;
    }
    if (spec.written)
      return bad(given.at, "a register is written here");
    return source(type, given, inst);
  }

  Status source(Type type, const Operand &given, Inst &inst) {
    unsigned bytes = bytesOf(type);
    switch (given.kind) {
    case Operand::Integer:
      if (isFloat(type))
        return bad(given.at, concat("an integer where a .", typeName(type),
                                    " is expected"));
      push(type == Type::Pred
               ? constant(given.bits ? ~uint64_t{0} : 0, 4, 1)
               : constant(static_cast<uint64_t>(given.bits), bytes, lanes),
           bytes, inst);
      return {};
    case Operand::Float: {
      uint64_t bits = static_cast<uint64_t>(given.bits);
      if (bytes == 4 && given.width != 32) {
        auto narrow = static_cast<float>(given.value);
        bits = 0;
        std::memcpy(&bits, &narrow, 4);
      } else if (bytes == 8 && given.width != 64) {
        std::memcpy(&bits, &given.value, 8);
      } else if (bytes < 4) {
        return bad(given.at,
                   concat("a float where a .", typeName(type), " is expected"));
      }
      push(constant(bits, bytes, lanes), bytes, inst);
      return {};
    }
    case Operand::Special:
      for (const SpecialName &name : specials)
        if (given.name == name.name) {
          push(refOf(name.special), bytes, inst);
          return {};
        }
      return bad(given.at, "unknown register '" + given.name + "'");
    case Operand::Symbol:
      return symbolValue(bytes, given, inst);
    default:
      return bad(given.at, "this operand does not fit the instruction");
    }
  }

  Status symbolValue(unsigned bytes, const Operand &given, Inst &inst) {
    auto found = places.find(given.name);
    uint64_t called = program.addressOf(given.name);
    if (found == places.end() && called && bytes == 8) {
      push(constant(called, bytes, lanes), bytes, inst);
      return {};
    }
    if (found == places.end())
      return bad(given.at, "unknown name '" + given.name + "'");
    const SymbolPlace &place = found->second;
    bool local = place.space == Space::Local;
    bool based = place.dynamic || local;
    if (place.slot != noRef || (based && given.bits) ||
        (local && (place.address || bytes != 8)))
      return bad(given.at, "the address of '" + given.name +
                               "' cannot be taken like this");
    if (local)
      push(refOf(Special::LocalBase64), bytes, inst);
    else if (place.dynamic)
      push(refOf(bytes == 8 ? Special::SharedBase64 : Special::SharedBase),
           bytes, inst);
    else
      push(constant(place.address + static_cast<uint64_t>(given.bits), bytes,
                    lanes),
           bytes, inst);
    return {};
  }

  /// [register+4], [symbol], [4], or of a tensor [map, {coordinates}].
  Status address(const Operand &given, bool tensor, Inst &inst) {
    if (given.kind != Operand::Address)
      return bad(given.at, "expected an address in brackets");
    if ((given.parts.size() > 1) != tensor)
      return bad(given.at, tensor ? "expected the coordinates of a tensor"
                                  : "expected one address in brackets");
    const Operand &base = given.parts[0];
    unsigned index = addresses++;
    inst.displacement[index] = base.bits;
    if (base.kind == Operand::Register) {
      unsigned bits = bitsOf(function.registers[base.index].type);
      if (bits != 32 && bits != 64)
        return bad(base.at, "an address has 32 or 64 bits");
      inst.width[index] = static_cast<uint8_t>(bits / 8);
      push(registers[base.index], bits / 8, inst);
    } else if (base.kind == Operand::Symbol) {
      auto found = places.find(base.name);
      if (found == places.end())
        return bad(base.at, "unknown name '" + base.name + "'");
      const SymbolPlace &place = found->second;
      inst.slot = place.slot;
      if (place.space == Space::Local)
        inst.displacement[index] += static_cast<int64_t>(place.address);
      inst.slotBytes = place.bytes;
      push(place.dynamic                 ? refOf(Special::SharedBase64)
           : place.space == Space::Local ? refOf(Special::LocalBase64)
                                         : constant(place.address, 8, lanes),
           8, inst);
    } else {
      push(constant(0, 8, lanes), 8, inst);
    }
    if (!tensor)
      return {};
    inst.count = static_cast<uint8_t>(given.parts[1].parts.size());
    OperandSpec spec;
    for (const Operand &part : given.parts[1].parts)
      KILN_RT_TRY(value(Type::B32, spec, part, inst));
    return {};
  }

  /// [(results),] function [, (arguments)] [, table of a call by a register]
  Status callOperands(const Statement &statement, Inst &inst) {
    const Operand *callee = nullptr, *results = nullptr, *arguments = nullptr,
                  *table = nullptr;
    for (const Operand &given : statement.operands)
      if (given.kind == Operand::List)
        (callee ? arguments : results) = &given;
      else
        (callee ? table : callee) = &given;
    if (!callee || (table && callee->kind == Operand::Symbol))
      return bad(statement.at, "expected a function and its arguments");
    inst.literal = static_cast<int64_t>(code.calls.size());
    CallSite &call = code.calls.emplace_back();
    KILN_RT_TRY(slots(arguments, call.arguments));
    KILN_RT_TRY(slots(results, call.results));
    if (callee->kind != Operand::Symbol)
      return callThrough(*callee, table, call, inst);
    inst.callee = program.function(callee->name);
    if (!inst.callee)
      return bad(callee->at, "no function '" + callee->name + "' is defined");
    if (std::string misfit = misfitOf(call, *inst.callee); !misfit.empty())
      return bad(statement.at, misfit);
    return {};
  }

  Status callThrough(const Operand &callee, const Operand *named,
                     CallSite &call, Inst &inst) {
    const TargetTable *table = named ? tableOf(*named) : nullptr;
    if (!table || table->kind == "branchtargets")
      return bad(callee.at, "a call through a register needs a "
                            ".callprototype or .calltargets");
    for (const Operand &target : table->targets) {
      call.targets.push_back(program.function(target.name));
      if (!call.targets.back())
        return bad(target.at, "no function '" + target.name + "' is defined");
    }
    OperandSpec spec;
    return value(Type::B64, spec, callee, inst);
  }

  /// The .param variables of a list.
  Status slots(const Operand *given, std::vector<ParamSlot> &found) {
    for (size_t i = 0; given && i < given->parts.size(); ++i) {
      auto place = places.find(given->parts[i].name);
      if (place == places.end() || place->second.slot == noRef)
        return bad(given->parts[i].at,
                   "calls hand over .param variables alone");
      found.push_back({place->second.slot, place->second.bytes});
    }
    return {};
  }

  /// A value in all lanes, once.
  Ref constant(uint64_t bits, unsigned bytes, unsigned copies) {
    if (bytes < 8)
      bits &= (UINT64_C(1) << (8 * bytes)) - 1;
    auto [entry, fresh] = constants.emplace(
        std::make_tuple(bits, bytes, copies), Ref(code.constants.size()));
    if (fresh) {
      for (unsigned i = 0; i < copies; ++i)
        for (unsigned byte = 0; byte < bytes; ++byte)
          code.constants.push_back(
              byte < 8 ? static_cast<uint8_t>(bits >> (8 * byte)) : 0);
      code.constants.resize((code.constants.size() + 15) / 16 * 16);
    }
    return entry->second | constantBit;
  }

  Program &program;
  Code &code;
  const SymbolPlaces &places;
  const Function &function;
  std::vector<Ref> registers;
  std::vector<Ref> *refs = nullptr;
  unsigned addresses = 0;
  Ref sink = 0;
  std::map<std::tuple<uint64_t, unsigned, unsigned>, Ref> constants;
};
} // namespace

std::string kiln::emu::misfitOf(const CallSite &call,
                                const kiln::emu::Code &callee) {
  auto compare = [&](const std::vector<ParamSlot> &given,
                     const std::vector<ParamSlot> &wanted, const char *what) {
    if (given.size() != wanted.size())
      return concat("the call hands over ", given.size(), " ", what, ", '",
                    callee.function->name, "' has ", wanted.size());
    for (size_t i = 0; i < given.size(); ++i)
      if (given[i].bytes != wanted[i].bytes)
        return concat("the call hands over ", given[i].bytes, " bytes in ",
                      what, " ", i + 1, ", '", callee.function->name, "' has ",
                      wanted[i].bytes);
    return std::string();
  };
  std::string misfit = compare(call.arguments, callee.params, "arguments");
  return misfit.empty() ? compare(call.results, callee.results, "results")
                        : misfit;
}

Status kiln::emu::decodeBody(Program &program, Code &code,
                             const SymbolPlaces &places) {
  return BodyDecoder(program, code, places).run();
}
