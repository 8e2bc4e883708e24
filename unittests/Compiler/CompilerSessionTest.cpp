// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Compiler/CompilerSession.h"
#include "kiln/Dialect/Aten/Rule.h"
#include "kiln/Support/Diagnostics.h"
#include <gtest/gtest.h>

using namespace kiln;

static const char kProgram[] = R"mlir(
  ep.program @forward {
    ep.graph @forward(%x: !ep.tensor<[8], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[8], f32> {ep.output = #ep.output<user_output "silu">}) {
      %silu = aten.silu.default %x : (!ep.tensor<[8], f32>) -> !ep.tensor<[8], f32>
      ep.return %silu : !ep.tensor<[8], f32>
    }
  })mlir";

namespace {
struct Session : testing::Test {
  Session()
      : handler(&session.getContext(), [this](mlir::Diagnostic &diagnostic) {
          diagnostics.push_back(diagnostic.str());
        }) {}

  void parse() {
    llvm::Error error = session.parse(kProgram);
    ASSERT_FALSE(error) << llvm::toString(std::move(error));
  }
  unsigned count(StringRef name) {
    unsigned number = 0;
    session.getModule().walk([&](mlir::Operation *op) {
      number += op->getName().getStringRef() == name;
    });
    return number;
  }

  CompilerSession session;
  std::vector<std::string> diagnostics;
  mlir::ScopedDiagnosticHandler handler;
};
} // namespace

TEST_F(Session, GoesFromPhaseToPhase) {
  parse();
  ASSERT_TRUE(succeeded(session.runTo(Phase::Core)));
  EXPECT_EQ(count("aten.sigmoid.default"), 1u);
  ASSERT_TRUE(succeeded(session.runTo(Phase::Host)));
  EXPECT_EQ(session.getPhase(), Phase::Host);
  EXPECT_EQ(session.getTimes().get().size(), 5u);
}

TEST_F(Session, CopiesWithoutGoing) {
  parse();
  auto copy = session.copyAt(Phase::Dispatches);
  ASSERT_TRUE(succeeded(copy));
  EXPECT_EQ(session.getPhase(), Phase::Exported);
  EXPECT_EQ(count("aten.silu.default"), 1u);
}

TEST_F(Session, SetsOptionsByName) {
  EXPECT_FALSE(session.setOption("keep", "aten.silu.default"));
  parse();
  ASSERT_TRUE(succeeded(session.runTo(Phase::Core)));
  EXPECT_EQ(count("aten.silu.default"), 1u);
  EXPECT_EQ(llvm::toString(session.setOption("soup", "1")),
            "there is no option 'soup'");
  EXPECT_EQ(llvm::toString(session.setOption("fold-limt", "1")),
            "there is no option 'fold-limt'; did you mean 'fold-limit'?");
  EXPECT_EQ(llvm::toString(session.setOption("fold-limit", "much")),
            "'much' is no value of option 'fold-limit'");
}

TEST_F(Session, RefusesOptionsThatNothingReads) {
  EXPECT_FALSE(session.setOption("merge-equal", "false"));
  EXPECT_FALSE(session.checkOptions(Phase::Exported, Phase::Package));
  EXPECT_EQ(llvm::toString(session.checkOptions(Phase::Exported, Phase::Core)),
            "merge-equal is read for phase dispatches, but this compiles from "
            "exported to core");
}

TEST_F(Session, RefusesWhatIsNotIR) {
  llvm::Error error = session.parse("soup");
  EXPECT_TRUE(error.isA<DiagnosedError>());
  llvm::consumeError(std::move(error));
  EXPECT_EQ(diagnostics.size(), 1u);
}

TEST_F(Session, VerifiesWhatItReads) {
  EXPECT_FALSE(session.parse(kProgram, Phase::Host));
  EXPECT_TRUE(failed(session.runTo(Phase::Host)));
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_NE(diagnostics[0].find("is part of phase exported to tensors"),
            std::string::npos);
}

TEST_F(Session, IsCancelled) {
  parse();
  session.coding.isCancelled = [] { return true; };
  EXPECT_TRUE(failed(session.runTo(Phase::Core)));
  EXPECT_EQ(diagnostics.back(), "the compilation was cancelled");
}

TEST_F(Session, IsCancelledBetweenKernels) {
  parse();
  EXPECT_FALSE(session.addTarget("cpu:x86-64-v3"));
  ASSERT_TRUE(succeeded(session.runTo(Phase::Host)));
  session.coding.isCancelled = [] { return true; };
  EXPECT_TRUE(failed(session.emitCode(EmitKind::Asm)) ||
              failed(session.emitCode(EmitKind::Object)));
  EXPECT_EQ(diagnostics.back(), "the compilation was cancelled");
}

TEST_F(Session, WritesCodeForOneTarget) {
  parse();
  EXPECT_TRUE(failed(session.emitCode(EmitKind::Asm)));
  EXPECT_EQ(diagnostics.back(), "code is written for one target, not for 0");
  EXPECT_FALSE(session.addTarget("cpu:x86-64-v3"));
  EXPECT_EQ(llvm::toString(session.addTarget("cpu:x86-64-v3")),
            "cpu:x86-64-v3 is named twice");
  auto text = session.emitCode(EmitKind::Asm);
  ASSERT_TRUE(succeeded(text));
  EXPECT_NE(text->find(".text"), std::string::npos);
}

TEST_F(Session, NamesTheTargetsOfLoweredIR) {
  parse();
  ASSERT_TRUE(succeeded(session.runTo(Phase::Host)));
  EXPECT_TRUE(failed(session.writePackage("unused.kiln")));
  EXPECT_EQ(diagnostics.back(),
            "a package of IR in phase host is written for named targets");
}

//===----------------------------------------------------------------------===//
// Registries
//===----------------------------------------------------------------------===//

static aten::core::Term negate(aten::core::Call &c) { return neg(c("self")); }

TEST_F(Session, TakesRegisteredRulesBeforeKilns) {
  // For the whole process: of an operator that no other test has.
  aten::registerDecompositions(
      [](mlir::RewritePatternSet &patterns, const aten::KeepSet &keep) {
        aten::core::addRules(patterns, keep, {{"aten.mish.default", negate}});
      });
  std::string text = kProgram;
  text.replace(text.find("aten.silu"), 9, "aten.mish");
  ASSERT_FALSE(session.parse(text));
  ASSERT_TRUE(succeeded(session.runTo(Phase::Core)));
  EXPECT_EQ(count("aten.neg.default"), 1u);
  EXPECT_EQ(count("aten.tanh.default"), 0u);
}

static std::unique_ptr<KernelPlan>
planNothing(exec::KernelOp, const TargetInfo &, const Schedule *) {
  return nullptr;
}

TEST(Registry, TakesEmittersAndTargets) {
  registerEmitter("cpu", {"nothing", planNothing});
  EXPECT_EQ(getEmitters("cpu").front().name, "nothing");
  EXPECT_NE(getEmitters("cuda").front().name, "nothing");
  TargetInfo info = *getTargetInfo("cpu:x86-64-v3");
  info.name = "cpu:mine";
  registerTarget(info);
  std::string error;
  auto target = parseTarget("cpu:mine", error);
  ASSERT_TRUE(succeeded(target));
  EXPECT_EQ((*target)->getRecordName(), "code/cpu-mine.so");
}
