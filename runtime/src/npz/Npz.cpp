// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kiln-rt/npz/Npz.h"
#include "kiln-rt/archive/ZipReader.h"

#include <charconv>
#include <cstring>

using namespace kiln::rt;

namespace {
struct DescrRow {
  const char *descr;
  kiln_dtype dtype;
  size_t bytes;
};
} // namespace

static constexpr DescrRow descrs[] = {
    {"|b1", KILN_DTYPE_BOOL, 1},
    {"|u1", KILN_DTYPE_U8, 1},
    {"|i1", KILN_DTYPE_I8, 1},
    {"<i2", KILN_DTYPE_I16, 2},
    {"<u2", KILN_DTYPE_U16, 2},
    {"<i4", KILN_DTYPE_I32, 4},
    {"<u4", KILN_DTYPE_U32, 4},
    {"<i8", KILN_DTYPE_I64, 8},
    {"<u8", KILN_DTYPE_U64, 8},
    {"<f2", KILN_DTYPE_F16, 2},
    {"<f4", KILN_DTYPE_F32, 4},
    {"<f8", KILN_DTYPE_F64, 8},
    {"<c8", KILN_DTYPE_C64, 8},
    {"<c16", KILN_DTYPE_C128, 16},
    // numpy has no names for these: they travel as bits of their size.
    {"<u2", KILN_DTYPE_BF16, 2},
    {"|u1", KILN_DTYPE_F8E4M3FN, 1},
    {"|u1", KILN_DTYPE_F8E5M2, 1},
    {"|u1", KILN_DTYPE_F8E4M3FNUZ, 1},
    {"|u1", KILN_DTYPE_F8E5M2FNUZ, 1},
    {"|u1", KILN_DTYPE_F8E8M0FNU, 1},
    {"<u4", KILN_DTYPE_C32, 4},
};

static const DescrRow *rowOf(kiln_dtype dtype) {
  for (const DescrRow &row : descrs)
    if (row.dtype == dtype)
      return &row;
  return nullptr;
}

NpyArray::NpyArray(kiln_dtype dtype, std::vector<int64_t> sizes)
    : dtype_(dtype), sizes_(std::move(sizes)), elements_(1) {
  for (int64_t size : sizes_)
    elements_ *= size;
  // At least one byte, so that even an empty array has memory to point to.
  size_t rounded = (std::max<size_t>(bytes(), 1) + 63) & ~size_t(63);
  data_.reset(std::aligned_alloc(64, rounded));
  if (!data_)
    throw std::bad_alloc();
  std::memset(data_.get(), 0, rounded);
}

size_t NpyArray::bytes() const {
  const DescrRow *row = rowOf(dtype_);
  return row ? static_cast<size_t>(elements_) * row->bytes : 0;
}

namespace {
/// Parses the header: a Python dict of three known keys.
class HeaderParser {
public:
  HeaderParser(std::string_view text, const std::string &name)
      : text_(text), name_(name) {}

  Status run();

  const DescrRow *descr = nullptr;
  bool fortran = false;
  std::vector<int64_t> sizes;

private:
  Error bad(std::string_view what) const {
    return makeError(Code::InvalidArgument, name_, ": ", what);
  }
  /// The text of the value of a key, from its first character on.
  Expected<std::string_view> valueOf(std::string_view key) const {
    std::string quoted = concat("'", key, "':");
    size_t at = text_.find(quoted);
    if (at == std::string_view::npos)
      return bad("the npy header is broken");
    std::string_view value = text_.substr(at + quoted.size());
    return value.substr(std::min(value.find_first_not_of(' '), value.size()));
  }
  Status readSizes();

  std::string_view text_;
  const std::string &name_;
};
} // namespace

Status HeaderParser::readSizes() {
  KILN_RT_ASSIGN(std::string_view value, valueOf("shape"));
  if (value.empty() || value[0] != '(')
    return bad("the npy header is broken");
  value.remove_prefix(1);
  while (true) {
    while (!value.empty() && (value[0] == ' ' || value[0] == ','))
      value.remove_prefix(1);
    if (!value.empty() && value[0] == ')')
      return {};
    int64_t size = 0;
    auto parsed =
        std::from_chars(value.data(), value.data() + value.size(), size);
    if (parsed.ec != std::errc() || size < 0)
      return bad("the npy header is broken");
    value.remove_prefix(static_cast<size_t>(parsed.ptr - value.data()));
    sizes.push_back(size);
    if (sizes.size() > KILN_MAX_RANK)
      return bad("the array has too many dimensions");
  }
}

Status HeaderParser::run() {
  KILN_RT_ASSIGN(std::string_view type, valueOf("descr"));
  size_t end = type.empty() ? 0 : type.find('\'', 1);
  if (type.empty() || type[0] != '\'' || end == std::string_view::npos)
    return bad("arrays of records are not supported");
  std::string_view wanted = type.substr(1, end - 1);
  for (const DescrRow &row : descrs)
    if (!descr && wanted == row.descr)
      descr = &row;
  if (!descr)
    return bad(concat("arrays of type '", wanted, "' are not supported"));
  KILN_RT_ASSIGN(std::string_view order, valueOf("fortran_order"));
  fortran = order.substr(0, 4) == "True";
  return readSizes();
}

/// Copies from the first-index-fastest order.
static void copyFortran(const uint8_t *from, NpyArray &to, size_t element) {
  const std::vector<int64_t> &sizes = to.sizes();
  std::vector<int64_t> index(sizes.size(), 0);
  auto *out = static_cast<uint8_t *>(to.data());
  for (int64_t i = 0; i < to.elements(); ++i) {
    int64_t offset = 0;
    for (size_t d = sizes.size(); d-- > 0;)
      offset = offset * sizes[d] + index[d];
    std::memcpy(out + static_cast<size_t>(i) * element,
                from + static_cast<size_t>(offset) * element, element);
    for (size_t d = sizes.size(); d-- > 0;) {
      if (++index[d] < sizes[d])
        break;
      index[d] = 0;
    }
  }
}

Expected<NpyArray> kiln::rt::parseNpy(ByteSpan bytes, const std::string &name) {
  auto bad = [&](std::string_view what) {
    return makeError(Code::InvalidArgument, name, ": ", what);
  };
  constexpr size_t magicBytes = 6;
  if (bytes.size < 10 || std::memcmp(bytes.data, "\x93NUMPY", magicBytes) != 0)
    return bad("not an npy file");
  int version = bytes.data[6];
  size_t begin = version == 1 ? 10 : 12;
  if (version < 1 || version > 3 || bytes.size < begin)
    return bad("unknown npy version");
  size_t header = bytes.data[8] | size_t(bytes.data[9]) << 8;
  if (version > 1)
    header |= size_t(bytes.data[10]) << 16 | size_t(bytes.data[11]) << 24;
  if (header > bytes.size - begin)
    return bad("the npy header is broken");
  HeaderParser parser(bytes.text().substr(begin, header), name);
  KILN_RT_TRY(parser.run());
  int64_t size = static_cast<int64_t>(parser.descr->bytes);
  bool overflow = false;
  for (int64_t dimension : parser.sizes)
    overflow |= __builtin_mul_overflow(size, dimension, &size);
  if (overflow || static_cast<uint64_t>(size) != bytes.size - begin - header)
    return bad("the array's sizes do not agree with the file's");
  NpyArray array(parser.descr->dtype, std::move(parser.sizes));
  const uint8_t *content = bytes.data + begin + header;
  if (parser.fortran)
    copyFortran(content, array, parser.descr->bytes);
  else
    std::memcpy(array.data(), content, array.bytes());
  return array;
}

std::vector<uint8_t> kiln::rt::writeNpy(const NpyArray &array) {
  const DescrRow *row = rowOf(array.dtype());
  std::string sizes;
  for (int64_t size : array.sizes())
    sizes += concat(sizes.empty() ? "" : " ", size, ",");
  if (array.sizes().size() > 1)
    sizes.pop_back();
  std::string header =
      concat("{'descr': '", row ? row->descr : "|u1",
             "', 'fortran_order': False, 'shape': (", sizes, "), }");
  constexpr size_t prefix = 10, alignment = 64;
  size_t total =
      (prefix + header.size() + 1 + alignment - 1) / alignment * alignment;
  header.resize(total - prefix - 1, ' ');
  header += '\n';
  std::vector<uint8_t> out = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
  out.push_back(static_cast<uint8_t>(header.size()));
  out.push_back(static_cast<uint8_t>(header.size() >> 8));
  out.insert(out.end(), header.begin(), header.end());
  const auto *data = static_cast<const uint8_t *>(array.data());
  out.insert(out.end(), data, data + array.bytes());
  return out;
}

Expected<NpzArrays> kiln::rt::readNpz(const std::string &path) {
  ZipLimits limits;
  // Recorded inputs are often all zeros, which deflate 1000 times.
  limits.maxInflateRatio = 1100;
  KILN_RT_ASSIGN(ZipReader archive, ZipReader::openFile(path, limits));
  // All arrays are in memory at the same time: the budget is for all of them.
  Budget budget(archive.maxInflatedBytes());
  NpzArrays arrays;
  for (const ZipEntry &entry : archive.entries()) {
    if (!budget.take(entry.bytes))
      return makeError(Code::ResourceExhausted, path, ": ", entry.name,
                       ": the arrays inflate to more than the limit of ",
                       archive.maxInflatedBytes(),
                       " bytes; store them without compression");
    KILN_RT_ASSIGN(std::vector<uint8_t> content, archive.read(entry));
    std::string name(entry.name);
    constexpr std::string_view suffix = ".npy";
    if (name.size() > suffix.size() &&
        name.compare(name.size() - suffix.size(), suffix.size(), suffix) == 0)
      name.resize(name.size() - suffix.size());
    KILN_RT_ASSIGN(NpyArray array,
                   parseNpy(ByteSpan(content.data(), content.size()),
                            concat(path, ": ", name)));
    if (!arrays.emplace(name, std::move(array)).second)
      return makeError(Code::InvalidArgument, path, ": ", name,
                       ": the array occurs twice");
  }
  return arrays;
}

Status kiln::rt::writeNpz(const std::string &path, const NpzArrays &arrays) {
  KILN_RT_ASSIGN(ZipWriter writer, ZipWriter::createFile(path));
  for (const auto &[name, array] : arrays) {
    std::vector<uint8_t> content = writeNpy(array);
    KILN_RT_TRY(
        writer.add(name + ".npy", ByteSpan(content.data(), content.size())));
  }
  return writer.finish();
}
