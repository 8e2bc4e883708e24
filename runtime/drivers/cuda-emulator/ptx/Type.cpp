// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Type.h"

using namespace kiln::emu;

namespace {
struct Row {
  Type type;
  const char *name;
  unsigned bits;
};
} // namespace

static const Row rows[] = {
    {Type::Pred, "pred", 1},      {Type::B8, "b8", 8},
    {Type::B16, "b16", 16},       {Type::B32, "b32", 32},
    {Type::B64, "b64", 64},       {Type::B128, "b128", 128},
    {Type::U8, "u8", 8},          {Type::U16, "u16", 16},
    {Type::U32, "u32", 32},       {Type::U64, "u64", 64},
    {Type::S8, "s8", 8},          {Type::S16, "s16", 16},
    {Type::S32, "s32", 32},       {Type::S64, "s64", 64},
    {Type::U16x2, "u16x2", 32},   {Type::S16x2, "s16x2", 32},
    {Type::F16, "f16", 16},       {Type::F16x2, "f16x2", 32},
    {Type::BF16, "bf16", 16},     {Type::BF16x2, "bf16x2", 32},
    {Type::TF32, "tf32", 32},     {Type::F32, "f32", 32},
    {Type::F64, "f64", 64},       {Type::E4M3, "e4m3", 8},
    {Type::E5M2, "e5m2", 8},      {Type::E4M3x2, "e4m3x2", 16},
    {Type::E5M2x2, "e5m2x2", 16}, {Type::B1, "b1", 1},
    {Type::U4, "u4", 4},          {Type::S4, "s4", 4},
};

std::optional<Type> kiln::emu::typeFromName(std::string_view name) {
  for (const Row &row : rows)
    if (name == row.name)
      return row.type;
  return std::nullopt;
}

static const Row *find(Type type) {
  for (const Row &row : rows)
    if (row.type == type)
      return &row;
  return nullptr;
}

const char *kiln::emu::typeName(Type type) {
  const Row *row = find(type);
  return row ? row->name : "none";
}

unsigned kiln::emu::bitsOf(Type type) {
  const Row *row = find(type);
  return row ? row->bits : 0;
}

bool kiln::emu::isSigned(Type type) {
  return type >= Type::S8 && type <= Type::S64;
}

bool kiln::emu::isFloat(Type type) {
  return type >= Type::F16 && type <= Type::E5M2x2;
}

const char *kiln::emu::spaceName(Space space) {
  static const char *const names[] = {"generic", "register", "param",
                                      "global",  "shared",   "shared::cluster",
                                      "local",   "const"};
  return names[static_cast<int>(space)];
}
