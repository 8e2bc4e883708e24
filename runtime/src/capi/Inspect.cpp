// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C interface: looking into a module.

#include "capi/Handles.h"
#include "dtype/Dtype.h"

#include <algorithm>

using namespace kiln::rt;

static const Program *programAt(const kiln_module *module, size_t index) {
  const std::vector<Program> &programs = module->module->manifest().programs;
  return index < programs.size() ? &programs[index] : nullptr;
}

const char *kiln_module_writer(const kiln_module *module) {
  return module->module->manifest().writer.c_str();
}

const char *kiln_module_target(const kiln_module *module) {
  return module->module->targetName().c_str();
}

int32_t kiln_module_device(const kiln_module *module, kiln_device_info *info) {
  Module &loaded = *module->module;
  kiln_device_info value = {};
  value.device = loaded.device().id();
  value.name = loaded.deviceName().c_str();
  value.description = loaded.deviceDescription().c_str();
  return writeStruct(info, value);
}

size_t kiln_module_metadata_count(const kiln_module *module) {
  return module->module->manifest().metadata.size();
}

int32_t kiln_module_metadata_item(const kiln_module *module, size_t index,
                                  const char **key, const char **value) {
  const auto &metadata = module->module->manifest().metadata;
  if (index >= metadata.size())
    return 0;
  auto item = std::next(metadata.begin(), static_cast<ptrdiff_t>(index));
  *key = item->first.c_str();
  *value = item->second.c_str();
  return 1;
}

const char *kiln_module_metadata(const kiln_module *module, const char *key) {
  const auto &metadata = module->module->manifest().metadata;
  auto found = metadata.find(key);
  return found == metadata.end() ? nullptr : found->second.c_str();
}

size_t kiln_module_concurrency(kiln_module *module) {
  return module->module->cpu().executor().concurrency();
}

size_t kiln_module_program_count(const kiln_module *module) {
  return module->module->manifest().programs.size();
}

int64_t kiln_module_find_program(const kiln_module *module, const char *name) {
  std::optional<uint32_t> found = module->module->findProgram(name);
  return found ? int64_t(*found) : -1;
}

int32_t kiln_module_program(const kiln_module *module, size_t program,
                            kiln_program_info *info) {
  const Program *decl = programAt(module, program);
  if (!decl)
    return 0;
  kiln_program_info value = {};
  value.name = decl->name.c_str();
  value.in_tree = decl->inTree.c_str();
  value.out_tree = decl->outTree.c_str();
  value.symbol_count = decl->symbols.size();
  value.input_count = decl->inputs.size();
  value.output_count = decl->outputs.size();
  value.result_count = decl->results.size();
  value.state_count = decl->state.size();
  for (const Entry &entry : decl->entries)
    value.instruction_count += entry.code.size();
  value.in_tree_nodes = decl->inputTree.size();
  value.out_tree_nodes = decl->resultTree.size();
  return writeStruct(info, value);
}

int32_t kiln_module_symbol(const kiln_module *module, size_t program,
                           size_t index, kiln_symbol_info *info) {
  const Program *decl = programAt(module, program);
  if (!decl || index >= decl->symbols.size())
    return 0;
  const Symbol &symbol = decl->symbols[index];
  kiln_symbol_info value = {};
  value.name = symbol.name.c_str();
  value.has_min = symbol.min.has_value();
  value.has_max = symbol.max.has_value();
  value.min = symbol.min.value_or(0);
  value.max = symbol.max.value_or(0);
  return writeStruct(info, value);
}

/// The fields that inputs and outputs share.
static kiln_value_info valueInfo(const kiln_module *module,
                                 const Program &program,
                                 const ValueDecl &decl) {
  kiln_value_info value = {};
  value.kind = decl.kind;
  value.name = decl.name.c_str();
  value.target = decl.target.c_str();
  value.dtype = decl.dtype;
  value.rank = static_cast<int32_t>(decl.sizes.size());
  for (size_t d = 0; d < decl.sizes.size(); ++d) {
    const Expression &size = program.expressions[decl.sizes[d]];
    value.sizes[d] = size.isConstant() ? size.payload() : -1;
    value.size_texts[d] = size.text().c_str();
  }
  value.constant_kind = static_cast<kiln_constant_kind>(decl.constant.kind);
  value.constant_int = decl.constant.integer;
  value.constant_float = decl.constant.number;
  value.constant_string = decl.constant.string.c_str();
  value.number = decl.number == noIndex
                     ? ""
                     : program.expressions[decl.number].text().c_str();
  value.result = -1;
  value.view_of =
      decl.viewOf == noIndex ? -1 : static_cast<int32_t>(decl.viewOf);
  value.file = "";
  if (decl.origin != noIndex) {
    const Origin &origin =
        module->module->manifest().details->origin(decl.origin);
    value.file = origin.file;
    value.line = origin.line;
  }
  return value;
}

int32_t kiln_module_input(const kiln_module *module, size_t program,
                          size_t index, kiln_value_info *info) {
  const Program *decl = programAt(module, program);
  if (!decl || index >= decl->inputs.size())
    return 0;
  return writeStruct(info, valueInfo(module, *decl, decl->inputs[index]));
}

int32_t kiln_module_output(const kiln_module *module, size_t program,
                           size_t index, kiln_value_info *info) {
  const Program *decl = programAt(module, program);
  if (!decl || index >= decl->outputs.size())
    return 0;
  kiln_value_info value = valueInfo(module, *decl, decl->outputs[index]);
  auto found = std::find(decl->results.begin(), decl->results.end(), index);
  if (found != decl->results.end())
    value.result = static_cast<int32_t>(found - decl->results.begin());
  return writeStruct(info, value);
}

int32_t kiln_module_state(const kiln_module *module, size_t program,
                          size_t index, kiln_state_info *info) {
  const Program *decl = programAt(module, program);
  if (!decl || index >= decl->state.size())
    return 0;
  const StateDecl &state = decl->state[index];
  kiln_state_info value = {};
  value.kind = state.kind;
  value.name = state.name.data();
  value.dtype = state.dtype;
  value.rank = static_cast<int32_t>(state.sizes.size());
  std::copy(state.sizes.begin(), state.sizes.end(), value.sizes);
  std::copy(state.strides.begin(), state.strides.end(), value.strides);
  value.offset = state.offset;
  value.storage = state.storage;
  value.is_mutable = state.isMutable;
  value.bytes = static_cast<uint64_t>(state.elements) * dtypeBytes(state.dtype);
  value.is_made = state.isMade;
  value.source_count = state.madeFrom.size();
  value.in_blocks = !state.blocks.empty();
  return writeStruct(info, value);
}

const char *kiln_module_state_source(const kiln_module *module, size_t program,
                                     size_t index, size_t source) {
  const Program *decl = programAt(module, program);
  if (!decl || index >= decl->state.size() ||
      source >= decl->state[index].madeFrom.size())
    return nullptr;
  return decl->state[index].madeFrom[source].data();
}

size_t kiln_module_kernel_count(const kiln_module *module) {
  return module->module->manifest().kernels.size();
}

int32_t kiln_module_kernel(const kiln_module *module, size_t index,
                           kiln_kernel_info *info) {
  const Manifest &manifest = module->module->manifest();
  if (index >= manifest.kernels.size())
    return 0;
  const Kernel &kernel = manifest.kernels[index];
  const KernelWork &work = manifest.details->kernel(index);
  kiln_kernel_info value = {};
  value.name = kernel.name.data();
  value.operand_count = kernel.operands.size();
  value.flops = work.flops.data();
  value.bytes = work.bytes.data();
  const TargetCode *code = kernel.findCode(module->module->targetName());
  value.grain = code ? code->grain : 1;
  value.origin_count = work.origins.size();
  return writeStruct(info, value);
}

int32_t kiln_module_kernel_origin(const kiln_module *module, size_t kernel,
                                  size_t origin, kiln_origin_info *info) {
  const Manifest &manifest = module->module->manifest();
  if (kernel >= manifest.kernels.size())
    return 0;
  const KernelWork &work = manifest.details->kernel(kernel);
  if (origin >= work.origins.size())
    return 0;
  const Origin &at = manifest.details->origin(work.origins[origin]);
  kiln_origin_info value = {};
  value.op = at.op;
  value.module = at.module;
  value.file = at.file;
  value.text = at.text;
  value.line = at.line;
  return writeStruct(info, value);
}

int32_t kiln_module_tree_node(const kiln_module *module, size_t program,
                              kiln_tree_side side, size_t node,
                              kiln_tree_info *info) {
  const Program *decl = programAt(module, program);
  if (!decl || (side != KILN_TREE_INPUTS && side != KILN_TREE_RESULTS))
    return 0;
  bool ofInputs = side == KILN_TREE_INPUTS;
  const Tree &tree = ofInputs ? decl->inputTree : decl->resultTree;
  if (node >= tree.size())
    return 0;
  const TreeNode &found = tree[node];
  kiln_tree_info value = {};
  value.kind = found.kind;
  value.type = found.type.c_str();
  value.class_name = found.className.c_str();
  value.path = found.path.c_str();
  value.key_kind = found.keyKind;
  value.key_index = found.keyIndex;
  value.key = found.key.c_str();
  value.parent = found.parent;
  value.child_count = found.children;
  value.end = found.end;
  value.leaf_count = found.leaves;
  value.value = found.firstLeaf;
  if (!ofInputs && found.leaves > 0)
    value.value = decl->treeResults[found.firstLeaf];
  return writeStruct(info, value);
}
