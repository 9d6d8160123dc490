// What certify says to people beside its answer.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "novikoff/run/certify.hpp"
#include "novikoff/run/embedded.hpp"

namespace novikoff::report_certify_test {
namespace {

ExactData read_set(const std::string& name) {
  Labels labels = Labels::collect();
  ReadOptions options;
  ask_for_exact_values(options, Numbers::decimal);
  const std::unique_ptr<Source> source = or_throw(open_input({name}, options, labels));
  return or_throw(read_exact(*source, labels, Numbers::decimal, 1, options.memory));
}

CertifyReport certified(const ExactData& data, const CertifySetting& setting) {
  return or_throw(certify(data, setting, [](double) { return false; }));
}

bool says(const CertifyReport& report, const std::string& part) { return certify_text(report, {}, {}).find(part) != std::string::npos; }

TEST(CertifyText, SaysWhereTheTimeWentThatTheVerdictDidNotNeed) {
  const ExactData data = read_set("@credit");
  const CertifySetting setting;
  CertifyReport report = certified(data, setting);
  ASSERT_EQ(report.verdict(), Verdict::quasi_separable);
  EXPECT_FALSE(says(report, "--strict"));
  report.signs.front() = CoefficientSigns::unknown;
  report.out_of_time = true;
  report.seconds = 600.75;
  report.signs_seconds = 600.5;
  EXPECT_TRUE(says(report,
                   "1 coefficient: --max-seconds 600 ran out after 600.5 s on the coefficients, 0.25 s on all else; the verdict does not need them, "
                   "and --strict leaves them out"));
  report.out_of_time = false;
  EXPECT_TRUE(says(report, "--memory 4294967296 was not enough after 600.5 s on the coefficients"));
}

TEST(CertifyText, SaysWhatMakesAnIntervalNarrower) {
  const ExactData data = read_set("@iris-setosa");
  CertifySetting setting;
  setting.margin = true;
  setting.gap = 0.5;
  CertifyReport report = certified(data, setting);
  ASSERT_TRUE(report.margin && !report.margin_is_exact());
  EXPECT_TRUE(says(report, "a smaller --gap asks for a narrower interval, --gap 0 for γ*² itself"));
  report.margin_seconds = 600;
  EXPECT_TRUE(says(report, "--max-seconds 600 ran out; with more the interval becomes narrower"));
  report.margin_seconds = 1;
  report.margin->gamma2_low = report.margin->gamma2_low / Rational(100);  // as wide as a search leaves it that met --memory
  EXPECT_FALSE(says(report, "narrower"));
}

TEST(CertifyText, NamesTheMarginOfSeparableRowsThatAskedForNone) {
  const ExactData rows = read_set("@and"), xor_rows = read_set("@xor");
  const CertifySetting setting;
  EXPECT_TRUE(says(certified(rows, setting), "--margin finds it"));
  EXPECT_FALSE(says(certified(xor_rows, setting), "--margin"));
  CertifySetting asked;
  asked.margin = true;
  EXPECT_FALSE(says(certified(rows, asked), "--margin finds it"));
}

}  // namespace
}  // namespace novikoff::report_certify_test
