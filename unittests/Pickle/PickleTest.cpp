// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Pickle/Pickle.h"
#include "gtest/gtest.h"

using namespace kiln;
using namespace kiln::pickle;
using namespace std::string_literals;
using Kind = pickle::Value::Kind;

namespace {

/// Writes instructions; all numbers and texts are short.
struct Writer {
  std::string bytes = "\x80\x02"s;

  Writer &op(std::string_view ops) {
    bytes += ops;
    return *this;
  }
  Writer &text(std::string_view value) {
    bytes += "X"s + static_cast<char>(value.size()) + "\0\0\0"s;
    bytes += value;
    return *this;
  }
  Writer &number(uint8_t value) {
    bytes += "K"s + static_cast<char>(value);
    return *this;
  }
  Writer &global(std::string_view module, std::string_view name) {
    bytes += "c"s.append(module) + "\n"s.append(name) + "\n";
    return *this;
  }
  Writer &storage(std::string_view type, std::string_view key) {
    op("(").text("storage").global("torch", type).text(key).text("cpu");
    return number(12).op("tQ");
  }
  /// A tensor of sizes [3, 4] in a storage.
  Writer &tensor(std::string_view type, std::string_view key) {
    global("torch._utils", "_rebuild_tensor_v2").op("(").storage(type, key);
    number(5).number(3).number(4).op("\x86").number(4).number(1).op("\x86");
    return op("\x89").global("collections", "OrderedDict").op(")RtR");
  }
  std::string end() const { return bytes + "."; }
};

rt::Expected<Pickle> read(const std::string &bytes,
                          uint64_t maxBytes = UINT64_MAX) {
  return Pickle::read(rt::ByteSpan(bytes), maxBytes);
}

std::string errorOf(const std::string &bytes) {
  rt::Expected<Pickle> pickle = read(bytes);
  return pickle.ok() ? "none" : pickle.error().message;
}

std::string tensorErrorOf(const Writer &writer) {
  rt::Expected<Pickle> pickle = read(writer.end());
  if (!pickle.ok())
    return pickle.error().message;
  auto tensors = readTensors(*pickle);
  return tensors.ok() ? "none" : tensors.error().message;
}

const pickle::Value rootOf(const std::string &bytes) {
  rt::Expected<Pickle> pickle = read(bytes);
  EXPECT_TRUE(pickle.ok()) << pickle.error().message;
  return pickle.ok() ? pickle->root() : pickle::Value();
}

TEST(Pickle, ReadsConstants) {
  EXPECT_EQ(rootOf("\x80\x02N."s).kind, Kind::None);
  EXPECT_EQ(rootOf("\x80\x02\x88."s).integer, 1);
  EXPECT_EQ(rootOf("\x80\x02\x89."s).kind, Kind::Bool);
  EXPECT_EQ(rootOf("\x80\x02K\xff."s).integer, 255);
  EXPECT_EQ(rootOf("\x80\x02M\xff\xff."s).integer, 65535);
  EXPECT_EQ(rootOf("\x80\x02J\xfe\xff\xff\xff."s).integer, -2);
  EXPECT_EQ(rootOf("\x80\x02\x8a\x00."s).integer, 0);
  EXPECT_EQ(rootOf("\x80\x02\x8a\x01\xff."s).integer, -1);
  EXPECT_EQ(rootOf("\x80\x02\x8a\x02\xff\x00."s).integer, 255);
  EXPECT_EQ(rootOf("\x80\x02\x8b\x01\x00\x00\x00\x07."s).integer, 7);
  EXPECT_EQ(
      rootOf("\x80\x02\x8a\x08\xff\xff\xff\xff\xff\xff\xff\x7f."s).integer,
      INT64_MAX);
  EXPECT_EQ(rootOf("\x80\x02G\x3f\xf8\0\0\0\0\0\0."s).real, 1.5);
  EXPECT_EQ(rootOf("\x80\x02U\x02hi."s).text, "hi");
  EXPECT_EQ(rootOf("\x80\x04\x95\0\0\0\0\0\0\0\0\x8c\x02hi."s).text, "hi");
  EXPECT_EQ(rootOf("\x80\x04\x8d\x02\0\0\0\0\0\0\0hi."s).text, "hi");
}

TEST(Pickle, ReadsCollections) {
  EXPECT_EQ(rootOf("\x80\x02)."s).items.size(), 0u);
  EXPECT_EQ(rootOf("\x80\x02K\x01\x85."s).items.size(), 1u);
  EXPECT_EQ(rootOf("\x80\x02(K\x01K\x02K\x03K\x04t."s).items.size(), 4u);
  EXPECT_EQ(rootOf("\x80\x02(K\x01K\x02l."s).kind, Kind::List);
  EXPECT_EQ(rootOf("\x80\x02]K\x01\x61."s).items.size(), 1u);
  EXPECT_EQ(rootOf("\x80\x02](K\x01K\x02\x65."s).items.size(), 2u);
  EXPECT_EQ(rootOf("\x80\x02(K\x01K\x02\x64."s).kind, Kind::Dict);
  EXPECT_EQ(rootOf("\x80\x02}K\x01K\x02s."s).items.size(), 2u);
  EXPECT_EQ(rootOf("\x80\x02}(K\x01K\x02u."s).items.size(), 2u);
  EXPECT_EQ(rootOf("\x80\x02K\x01K\x02\x30."s).integer, 1);
}

TEST(Pickle, RemembersValues) {
  // A list that holds itself is data like any other.
  rt::Expected<Pickle> cyclic = read("\x80\x02]q\x05h\x05\x61."s);
  ASSERT_TRUE(cyclic.ok());
  EXPECT_EQ(cyclic->root().items.size(), 1u);
  EXPECT_EQ(&(*cyclic)[cyclic->root().items[0]], &cyclic->root());
  EXPECT_EQ(rootOf("\x80\x02K\x07r\x09\0\0\0\x30j\x09\0\0\0."s).integer, 7);
  EXPECT_EQ(rootOf("\x80\x04K\x07\x94\x30h\x00."s).integer, 7);
}

TEST(Pickle, SharingDoesNotGrow) {
  // Each tuple holds the one before twice: 2^200 leaves, 200 values.
  std::string bytes = "\x80\x02N"s;
  for (int i = 0; i < 200; ++i)
    bytes += "q"s + static_cast<char>(i) + "h" + static_cast<char>(i) + "\x86";
  EXPECT_EQ(rootOf(bytes + ".").items.size(), 2u);
}

TEST(Pickle, ReadsADictOfTensors) {
  Writer writer;
  writer.global("collections", "OrderedDict").op(")R(");
  writer.text("w").global("torch._utils", "_rebuild_parameter").op("(");
  writer.tensor("FloatStorage", "0").op("\x88");
  writer.global("collections", "OrderedDict").op(")RtR");
  writer.text("b").tensor("LongStorage", "17").op("u");
  writer.op("}").text("_metadata").op("Nsb");
  rt::Expected<Pickle> pickle = read(writer.end());
  ASSERT_TRUE(pickle.ok()) << pickle.error().message;
  auto tensors = readTensors(*pickle);
  ASSERT_TRUE(tensors.ok()) << tensors.error().message;
  ASSERT_EQ(tensors->size(), 2u);
  const SavedTensor &w = (*tensors)[0], &b = (*tensors)[1];
  EXPECT_EQ(w.name, "w");
  EXPECT_EQ(w.key, "0");
  EXPECT_EQ(w.dtype, 7);
  EXPECT_EQ(w.offset, 5);
  EXPECT_EQ(w.sizes, (std::vector<int64_t>{3, 4}));
  EXPECT_EQ(w.strides, (std::vector<int64_t>{4, 1}));
  EXPECT_TRUE(w.isParameter && w.requiresGrad);
  EXPECT_EQ(b.key, "17");
  EXPECT_EQ(b.dtype, 5);
  EXPECT_FALSE(b.isParameter || b.requiresGrad);
}

TEST(Pickle, ReadsATensorWithItsDtype) {
  Writer writer;
  writer.op("}").text("t");
  writer.global("torch._utils", "_rebuild_tensor_v3").op("(");
  writer.storage("UntypedStorage", "3").number(0);
  writer.global("torch", "Size").number(2).op("\x85\x85R").number(1);
  writer.op("\x85\x89").global("collections", "OrderedDict").op(")R");
  writer.global("torch", "uint16").op("NtRs");
  rt::Expected<Pickle> pickle = read(writer.end());
  ASSERT_TRUE(pickle.ok()) << pickle.error().message;
  auto tensors = readTensors(*pickle);
  ASSERT_TRUE(tensors.ok()) << tensors.error().message;
  EXPECT_EQ(tensors->front().dtype, 28);
  EXPECT_EQ(tensors->front().sizes, std::vector<int64_t>{2});
}

TEST(Pickle, RefusesOtherGlobals) {
  EXPECT_EQ(errorOf(Writer().global("os", "mkdir").text("x").op("\x85R").end()),
            "pickle global not allowed: os.mkdir");
  EXPECT_EQ(errorOf(Writer().global("os", "mkdir").op("(S'x'\ntR").end()),
            "pickle global not allowed: os.mkdir");
  EXPECT_EQ(errorOf("\x80\x04\x8c\x02os\x8c\x06system\x93."s),
            "pickle global not allowed: os.system");
  EXPECT_EQ(errorOf(Writer().global("torch", "load").end()),
            "pickle global not allowed: torch.load");
  EXPECT_EQ(errorOf(Writer().global("builtins", "eval").end()),
            "pickle global not allowed: builtins.eval");
  EXPECT_EQ(read(Writer().global("os", "mkdir").end()).error().code,
            rt::Code::PermissionDenied);
}

TEST(Pickle, LeavesOutTheClassOfATensor) {
  auto build = [](std::string_view function) {
    Writer writer;
    writer.global("torch._tensor", "_rebuild_from_type_v2").op("(");
    writer.global("torch._utils", function).global("__main__", "Tagged");
    writer.op("(").storage("FloatStorage", "0").number(0).number(3);
    writer.op("\x85").number(1).op("\x85\x89");
    return writer.global("collections", "OrderedDict").op(")RtNtR");
  };
  rt::Expected<Pickle> pickle = read(build("_rebuild_tensor_v2").end());
  ASSERT_TRUE(pickle.ok()) << pickle.error().message;
  auto tensors = readTensors(*pickle);
  ASSERT_TRUE(tensors.ok()) << tensors.error().message;
  EXPECT_EQ(tensors->front().sizes, std::vector<int64_t>{3});
  EXPECT_EQ(errorOf(build("_rebuild_parameter").end()),
            "pickle global not allowed: __main__.Tagged");
  // A class that is nothing's class.
  EXPECT_EQ(errorOf(build("_rebuild_tensor_v2").global("a", "b").end()),
            "pickle global not allowed: a.b");
}

/// A tensor of a class `m.Wrapper` with a dict of attributes.
Writer wrap(const Writer &attributes) {
  Writer writer;
  writer.global("torch._tensor", "_rebuild_from_type_v2").op("(");
  writer.global("torch._utils", "_rebuild_wrapper_subclass");
  writer.global("m", "Wrapper").op("(");
  writer.global("torch.serialization", "_get_layout").text("torch.strided");
  return writer.op("\x85Rt}(").op(attributes.bytes.substr(2)).op("utR");
}

TEST(Pickle, ReadsThePartsOfATensorThatWrapsOthers) {
  Writer inner;
  inner.text("scale").tensor("FloatStorage", "8").text("name").text("x");
  Writer outer;
  outer.text("data").tensor("CharStorage", "7");
  outer.text("impl").op(wrap(inner).bytes.substr(2));
  outer.text("kind").global("m", "Kind").number(2).op("\x85R");
  outer.text("options").global("m", "Options").op(")\x81}b");
  outer.text("_is_param").op("\x88");
  rt::Expected<Pickle> pickle = read(wrap(outer).end());
  ASSERT_TRUE(pickle.ok()) << pickle.error().message;
  EXPECT_EQ(pickle->root().text, "m.Wrapper");
  auto tensors = readTensors(*pickle);
  ASSERT_TRUE(tensors.ok()) << tensors.error().message;
  ASSERT_EQ(tensors->size(), 2u);
  EXPECT_EQ((*tensors)[0].part, "data");
  EXPECT_EQ((*tensors)[0].dtype, 2);
  EXPECT_EQ((*tensors)[1].part, "impl.scale");
  EXPECT_EQ((*tensors)[1].key, "8");
  EXPECT_TRUE((*tensors)[1].isParameter);
}

TEST(Pickle, RefusesWrappersByTheirClass) {
  auto refusedBytes = [](const std::string &bytes) {
    std::string error = errorOf(bytes);
    std::string_view before = "a tensor of class m.Wrapper, which wraps "
                              "others, is not read (pickle: ";
    std::string_view after =
        "; export after torchao.utils.unwrap_tensor_subclass(model), or save "
        "what run_decompositions() gives: both hold the plain tensors "
        "underneath";
    EXPECT_EQ(error.substr(0, before.size()), before);
    EXPECT_EQ(error.substr(std::max(after.size(), error.size()) - after.size()),
              after);
    return error.substr(before.size(), error.find(" at byte") - before.size());
  };
  auto refused = [&](const Writer &attributes) {
    return refusedBytes(wrap(attributes).end());
  };
  EXPECT_EQ(refused(Writer().op("\x8f")),
            "instruction 143 is not one that tensors need,");
  EXPECT_EQ(refused(Writer().op("N)\x81")), "an object of no class");
  std::string bytes = wrap(Writer()).end();
  EXPECT_EQ(refusedBytes(bytes.replace(bytes.find("}(u"), 3, "N")),
            "a tensor that wraps nothing");
  EXPECT_EQ(refused(Writer()
                        .global("torch._utils", "_rebuild_wrapper_subclass")
                        .op(")R")),
            "a tensor that wraps others but has no class");
  EXPECT_EQ(tensorErrorOf(wrap(Writer().number(1).number(2))),
            "pickle: '' has an attribute without a name");
}

TEST(Pickle, BoundsWhatWrappersHold) {
  // Each holds the one before it sixteen times.
  Writer writer = wrap(Writer().text("t").tensor("FloatStorage", "0"));
  for (char level = 0; level < 7; ++level) {
    Writer next;
    next.op(writer.bytes.substr(2)).op("q"s + level + "0");
    Writer many;
    for (char c = 'a'; c < 'q'; ++c)
      many.text(std::string(1, c)).op("h"s + level);
    writer = Writer().op(next.bytes.substr(2)).op(wrap(many).bytes.substr(2));
  }
  EXPECT_EQ(tensorErrorOf(writer), "pickle: wraps too many tensors");
}

TEST(Pickle, RefusesOtherInstructions) {
  for (char op : "oi\x81\x92PSVI\x82\x90\x91"s)
    EXPECT_NE(errorOf("\x80\x02N"s + op + ".")
                  .find(" is not one that tensors need, at byte 3"),
              std::string::npos)
        << int(op);
}

TEST(Pickle, RefusesBrokenData) {
  EXPECT_EQ(errorOf(""), "pickle: not a pickle of protocol 2 to 5");
  EXPECT_EQ(errorOf("(lp0\n."), "pickle: not a pickle of protocol 2 to 5");
  EXPECT_EQ(errorOf("\x80\x02"s), "pickle: unexpected end at byte 2");
  EXPECT_EQ(errorOf("\x80\x02X\xff\xff\xff\xff."s),
            "pickle: unexpected end at byte 7");
  EXPECT_EQ(errorOf("\x80\x02"s + "ctorch"),
            "pickle: unexpected end at byte 3");
  EXPECT_EQ(errorOf("\x80\x02."s), "pickle: the stack is empty at byte 3");
  EXPECT_EQ(errorOf("\x80\x02t."s), "pickle: no mark at byte 3");
  EXPECT_EQ(errorOf("\x80\x02N(\x30."s),
            "pickle: the stack is empty at byte 5");
  EXPECT_EQ(errorOf("\x80\x02h\x00."s),
            "pickle: nothing is remembered under this number at byte 4");
  EXPECT_EQ(errorOf("\x80\x02(Nd."s),
            "pickle: a key without a value at byte 5");
  EXPECT_EQ(errorOf("\x80\x02}(Nu."s),
            "pickle: a key without a value at byte 6");
  EXPECT_EQ(errorOf("\x80\x02NNa."s),
            "pickle: not a list or dict to add to at byte 5");
  EXPECT_EQ(errorOf("\x80\x02\x8a\x09"
                    "123456789."s),
            "pickle: an integer beyond 64 bits at byte 13");
  EXPECT_EQ(errorOf("\x80\x02N)R."s),
            "pickle: a call of what is no known name at byte 5");
  EXPECT_EQ(errorOf("\x80\x02NQ."s),
            "pickle: a persistent id that is no tuple at byte 4");
  EXPECT_EQ(errorOf("\x80\x02]Nb."s),
            "pickle: a state for what has none at byte 5");
  auto call = [&](std::string_view module, std::string_view name) {
    return errorOf(Writer().global(module, name).op("N\x85R").end());
  };
  EXPECT_NE(
      call("collections", "OrderedDict").find("an OrderedDict with arguments"),
      std::string::npos);
  EXPECT_NE(call("torch._utils", "_rebuild_parameter")
                .find("a parameter of something else than a tensor"),
            std::string::npos);
  EXPECT_NE(call("torch", "Size").find("a Size of something else than a tuple"),
            std::string::npos);
  EXPECT_NE(call("torch._tensor", "_rebuild_from_type_v2")
                .find("a subclass of something else than a tensor"),
            std::string::npos);
  EXPECT_NE(call("torch", "FloatStorage").find("a storage that is called"),
            std::string::npos);
}

TEST(Pickle, RefusesWhatIsNoTensor) {
  EXPECT_EQ(tensorErrorOf(Writer().op("N")), "pickle: not a dict of tensors");
  EXPECT_EQ(tensorErrorOf(Writer().op("}NNs")),
            "pickle: a key of the dict is no name");
  EXPECT_EQ(tensorErrorOf(Writer().op("}").text("a").op("Ns")),
            "pickle: 'a' is no tensor");
  auto build = [](auto arguments) {
    Writer writer;
    writer.op("}").text("a").global("torch._utils", "_rebuild_tensor_v2");
    writer.op("(");
    arguments(writer);
    return tensorErrorOf(writer.op("tRs"));
  };
  EXPECT_EQ(build([](Writer &w) { w.op("NNNNNN"); }),
            "pickle: 'a' has no storage");
  EXPECT_EQ(
      build([](Writer &w) { w.storage("FloatStorage", "0").op("NNNNN"); }),
      "pickle: 'a' has no offset");
  EXPECT_EQ(build([](Writer &w) {
              w.storage("FloatStorage", "0").number(0).op("NN\x89N");
            }),
            "pickle: 'a' has no tuple of sizes");
  EXPECT_EQ(build([](Writer &w) {
              w.storage("FloatStorage", "0").number(0).op("N\x85N\x85\x89N");
            }),
            "pickle: 'a' has a size that is no integer");
  Writer writer;
  writer.op("}").text("a").global("torch._utils", "_rebuild_tensor_v3");
  writer.op("(").storage("UntypedStorage", "0").number(0).op("))\x89NNNtRs");
  EXPECT_EQ(tensorErrorOf(writer), "pickle: 'a' has no dtype");
}

/// A tuple of 20,000 items under the number 0, and a name under 1.
Writer wideTuple() {
  Writer writer;
  writer.op("(");
  for (int i = 0; i < 20000; ++i)
    writer.op("N");
  return writer.op("tq").op("\0"s).global("torch", "device").op("q\1");
}

TEST(Pickle, CountsWhatIsCopied) {
  constexpr uint64_t limit = 16 << 20;
  std::string once = wideTuple().op("h\1h\0R"s).end();
  EXPECT_TRUE(read(once, limit).ok());
  Writer writer = wideTuple();
  for (int i = 0; i < 20000; ++i)
    writer.op("h\1h\0R0"s);
  rt::Expected<Pickle> pickle = read(writer.end(), limit);
  ASSERT_FALSE(pickle.ok());
  EXPECT_EQ(pickle.error().code, rt::Code::ResourceExhausted);
  EXPECT_NE(pickle.error().message.find(
                "pickle: more than 16777216 bytes of memory are needed at "
                "byte "),
            std::string::npos);
}

TEST(Pickle, CountsEveryKindOfStep) {
  // A megabyte of each takes more than the megabyte that it is allowed.
  constexpr size_t count = 1 << 20;
  for (const std::string &step : {"N"s, "("s, "]"s, "\x94"s, "h\0"s, ")"s}) {
    std::string bytes = "\x80\x04N\x94";
    while (bytes.size() < count)
      bytes += step;
    rt::Expected<Pickle> pickle = read(bytes + ".", count);
    ASSERT_FALSE(pickle.ok());
    EXPECT_EQ(pickle.error().code, rt::Code::ResourceExhausted) << step;
  }
}

TEST(Pickle, LimitsNamesAndDimensions) {
  Writer writer;
  writer.op("}").text("a").global("torch._utils", "_rebuild_tensor_v2");
  writer.op("(").storage("FloatStorage", "0").number(0).op("(");
  for (int i = 0; i < 65; ++i)
    writer.number(1);
  writer.op("t)\x89NtRs");
  EXPECT_EQ(tensorErrorOf(writer), "pickle: 'a' has more than 64 dimensions");
  // A text of 5000 bytes, whose length takes four.
  std::string longName = "X\x88\x13\0\0"s + std::string(5000, 'n');
  EXPECT_EQ(tensorErrorOf(Writer().op("}").op(longName).op("Ns")),
            "pickle: a key of the dict is no name");
}

} // namespace
