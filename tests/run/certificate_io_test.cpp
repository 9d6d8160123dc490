#include "novikoff/run/certificate_io.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

#include "novikoff/run/sha256.hpp"

namespace novikoff::certificate_io_test {
namespace {

constexpr std::uint64_t kPlenty = std::uint64_t{1} << 26U;

Rational fraction(const char* text) { return *Rational::parse(text); }

CertificateFile small() {
  CertificateFile file;
  file.certificate = {Claim::separation,
                      Verdict::quasi_separable,
                      Numbers::decimal,
                      fraction("1/10"),
                      {{0, fraction("2")}, {4294967295, fraction("-1/3")}},
                      fraction("-7"),
                      {{0, fraction("1/2")}, {41, fraction("1/2")}}};
  file.examples = {42, sha256_hex("examples")};
  file.source.negative = "no, never";
  file.source.positive = "L\xf6wenzahn";  // no UTF-8
  file.source.names = {"a", "\xff"};
  file.source.label_name = "y";
  return file;
}

// The bytes with one part replaced and the right checksum behind.
std::string changed(const CertificateFile& file, const std::string& from, const std::string& to) {
  std::string bytes = certificate_bytes(file);
  bytes = bytes.substr(0, bytes.rfind(",\n  \"sha256\""));
  const std::size_t at = bytes.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  bytes.replace(at, from.size(), to);
  seal(bytes);
  return bytes;
}

ErrorInfo refused(const std::string& bytes, std::uint64_t memory = kPlenty) {
  const Result<CertificateFile> file = parse_certificate(bytes, "cert", memory);
  EXPECT_FALSE(file);
  return file ? ErrorInfo{} : file.error();
}

std::string invalid(const std::string& from, const std::string& to) {
  const ErrorInfo error = refused(changed(small(), from, to));
  EXPECT_EQ(error.code, ErrorCode::certificate_invalid) << from << " → " << to << ": " << to_string(error);
  return error.message;
}

TEST(CertificateIo, writes_and_reads_every_field) {
  const std::string bytes = certificate_bytes(small());
  const Result<CertificateFile> read = parse_certificate(bytes, "cert", kPlenty);
  ASSERT_TRUE(read) << to_string(read.error());
  const Certificate &a = small().certificate, &b = read->certificate;
  EXPECT_EQ(b.claim, a.claim);
  EXPECT_EQ(b.verdict, a.verdict);
  EXPECT_EQ(b.numbers, a.numbers);
  EXPECT_EQ(b.bias_value, a.bias_value);
  EXPECT_EQ(b.u, a.u);
  EXPECT_EQ(b.u_bias, a.u_bias);
  EXPECT_EQ(b.lambda, a.lambda);
  EXPECT_EQ(read->examples.rows, 42U);
  EXPECT_EQ(read->examples.sha256, sha256_hex("examples"));
  EXPECT_EQ(read->source.positive, small().source.positive);
  EXPECT_EQ(read->source.names, small().source.names);
  EXPECT_EQ(certificate_bytes(*read), bytes);
}

TEST(CertificateIo, writes_the_documented_bytes) {
  const std::string bytes = certificate_bytes(small());
  EXPECT_TRUE(
      bytes.starts_with("{\n  \"format\": \"novikoff-certificate\",\n  \"version\": 1,\n  \"claim\": \"separation\",\n  \"verdict\": \"quasi-separable\",\n"
                        "  \"numbers\": \"decimal\",\n  \"bias_value\": \"1/10\",\n  \"examples\": {\n    \"rows\": 42,\n"));
  EXPECT_NE(bytes.find("  \"u\": [\n    [1, \"2\"],\n    [4294967296, \"-1/3\"]\n  ],\n  \"u_bias\": \"-7\",\n"
                       "  \"lambda\": [\n    [0, \"1/2\"],\n    [41, \"1/2\"]\n  ],\n  \"sha256\": \""),
            std::string::npos)
      << bytes;
}

CertificateFile with_kernel() {
  CertificateFile file = small();
  file.certificate.kernel = {.kind = ExactKernelKind::poly, .gamma = fraction("1/2"), .coef0 = fraction("3"), .degree = 4};
  file.certificate.u = {{0, fraction("2")}, {41, fraction("-1/3")}};
  file.certificate.u_bias = 0;
  return file;
}

TEST(CertificateIo, writes_and_reads_a_kernel) {
  const std::string bytes = certificate_bytes(with_kernel());
  EXPECT_NE(bytes.find("\n  \"version\": 2,\n"), std::string::npos);
  EXPECT_NE(bytes.find("  \"bias_value\": \"1/10\",\n  \"kernel\": {\"name\": \"poly\", \"gamma\": \"1/2\", \"coef0\": \"3\", \"degree\": 4},\n"
                       "  \"arithmetic\": \"exact\",\n  \"examples\": {\n"),
            std::string::npos)
      << bytes;
  EXPECT_NE(bytes.find("  \"u\": [\n    [0, \"2\"],\n    [41, \"-1/3\"]\n  ],\n  \"u_bias\": \"0\",\n"), std::string::npos) << "rows from 0";
  const Result<CertificateFile> read = parse_certificate(bytes, "cert", kPlenty);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->certificate.kernel, with_kernel().certificate.kernel);
  EXPECT_EQ(read->certificate.u, with_kernel().certificate.u);
  EXPECT_EQ(certificate_bytes(*read), bytes);
  CertificateFile margin = with_kernel();
  margin.certificate.claim = Claim::margin;
  margin.certificate.verdict = Verdict::separable;
  margin.certificate.gamma2_low = margin.certificate.gamma2_high = 1;
  margin.certificate.kernel = {.kind = ExactKernelKind::chi2};
  EXPECT_NE(certificate_bytes(margin).find("  \"kernel\": {\"name\": \"chi2\"},\n  \"arithmetic\": \"interval\",\n"), std::string::npos);
  EXPECT_TRUE(parse_certificate(certificate_bytes(margin), "cert", kPlenty));
}

TEST(CertificateIo, refuses_what_is_no_kernel) {
  for (const auto& [from, to] :
       {std::pair{"\"gamma\": \"1/2\"", "\"gamma\": \"0\""}, std::pair{"\"gamma\": \"1/2\"", "\"gamma\": \"-1/2\""}, std::pair{"\"gamma\": \"1/2\", ", ""},
        std::pair{"\"coef0\": \"3\"", "\"coef0\": \"-1\""}, std::pair{"\"degree\": 4", "\"degree\": 0"}, std::pair{"\"degree\": 4", "\"degree\": 1001"},
        std::pair{"\"poly\"", "\"rbf\""}, std::pair{"\"poly\"", "\"linear\""}, std::pair{"\"arithmetic\": \"exact\"", "\"arithmetic\": \"interval\""},
        std::pair{"\"version\": 2", "\"version\": 1"}, std::pair{"\"u_bias\": \"0\"", "\"u_bias\": \"1\""},
        std::pair{"\"claim\": \"separation\",\n  \"verdict\": \"quasi-separable\"", "\"claim\": \"existence\",\n  \"verdict\": \"overlapping\""}})
    EXPECT_EQ(refused(changed(with_kernel(), from, to)).code, ErrorCode::certificate_invalid) << from << " → " << to;
}

CertificateFile about_errors() {
  CertificateFile file = small();
  Certificate& c = file.certificate;
  c.claim = Claim::errors;
  c.verdict = Verdict::inseparable;
  c.lambda = {};
  c.errors.low = 2;
  c.errors.high = 7;
  c.errors.conflicts = {{{0, fraction("1/2")}, {41, fraction("1/2")}}, {{3, fraction("1")}}};
  c.errors.tree = {{{{0, 1}}, {41, 0}}, {{{1, fraction("1/3")}}, {}}, {}};
  return file;
}

TEST(CertificateIo, writes_and_reads_a_proof_about_errors) {
  const std::string bytes = certificate_bytes(about_errors());
  EXPECT_NE(bytes.find("  \"lambda\": [],\n  \"errors\": {\"low\": 2, \"high\": 7},\n"
                       "  \"conflicts\": [\n    [[0, \"1/2\"], [41, \"1/2\"]],\n    [[3, \"1\"]]\n  ],\n"
                       "  \"tree\": [\n    {\"conflicts\": [[0, \"1\"]], \"branch\": [41, 0]},\n    {\"conflicts\": [[1, \"1/3\"]], \"branch\": []},\n"
                       "    {\"conflicts\": [], \"branch\": []}\n  ],\n  \"sha256\": \""),
            std::string::npos)
      << bytes;
  const Result<CertificateFile> read = parse_certificate(bytes, "cert", kPlenty);
  ASSERT_TRUE(read) << to_string(read.error());
  const ErrorsProof &a = about_errors().certificate.errors, &b = read->certificate.errors;
  EXPECT_EQ(read->certificate.claim, Claim::errors);
  EXPECT_EQ(b.low, 2U);
  EXPECT_EQ(b.high, 7U);
  EXPECT_EQ(b.conflicts, a.conflicts);
  ASSERT_EQ(b.tree.size(), 3U);
  EXPECT_EQ(b.tree[0].branch, a.tree[0].branch);
  EXPECT_EQ(b.tree[1].conflicts, a.tree[1].conflicts);
  EXPECT_EQ(certificate_bytes(*read), bytes);
}

TEST(CertificateIo, refuses_a_proof_about_errors_that_is_none) {
  const auto refuses = [](const std::string& from, const std::string& to) {
    const ErrorInfo error = refused(changed(about_errors(), from, to));
    EXPECT_EQ(error.code, ErrorCode::certificate_invalid) << from << " → " << to << ": " << to_string(error);
    return error.message;
  };
  refuses("\"claim\": \"errors\"", "\"claim\": \"strict\"");
  refuses("\"inseparable\"", "\"overlapping\"");
  refuses("\"low\": 2", "\"low\": -2");
  refuses("\"low\": 2, ", "");
  refuses("\"low\": 2", "\"low\": \"2\"");
  EXPECT_EQ(refuses("[41, \"1/2\"]]", "[0, \"1/2\"]]"), "conflicts[0][1][0]: 0 does not follow the one before it");
  refuses("[[3, \"1\"]]", "[[3, \"0\"]]");
  refuses("[[3, \"1\"]]", "3");
  EXPECT_EQ(refuses("[[1, \"1/3\"]]", "[[2, \"1/3\"]]"), "tree[1].conflicts[0][0]: 2 is not in 0 … 1");
  refuses("\"branch\": [41, 0]", "\"branch\": [41, -1]");
  refuses("\"branch\": [41, 0]", "\"branches\": [41, 0]");
  refuses("{\"conflicts\": [], \"branch\": []}", "[]");
  EXPECT_TRUE(parse_certificate(changed(about_errors(), "[[0, \"1\"]]", "[[0, \"-3\"]]"), "cert", kPlenty));  // the check refuses it
}

TEST(CertificateIo, holds_what_a_check_of_a_proof_about_errors_makes_against_the_memory) {
  // Weights whose common denominator is the product of all: short in the file, long for each of the rows.
  CertificateFile file = about_errors();
  ErrorsProof& proof = file.certificate.errors;
  proof.conflicts = {};
  proof.tree = {{}};
  for (std::uint64_t k = 0; k < 200; ++k) {
    Conflict conflict;
    for (std::uint64_t row = 0; row < 20; ++row) conflict.emplace_back(row, fraction("1"));
    proof.conflicts.push_back(conflict);
    proof.tree[0].conflicts.emplace_back(k, Rational(1, Integer::power(3, 100 + k) + Integer::power(2, 150 + 2 * k)));
  }
  const std::string bytes = certificate_bytes(file);
  EXPECT_TRUE(parse_certificate(bytes, "cert", kPlenty));
  const ErrorInfo error = refused(bytes, std::uint64_t{9} << 20U);
  EXPECT_EQ(error.code, ErrorCode::memory_limit);
  EXPECT_NE(error.message.find("no common denominator"), std::string::npos) << error.message;
}

TEST(CertificateIo, refuses_every_change_of_one_byte) {
  const std::string bytes = certificate_bytes(small());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const char by : {'\x01', '\x10', '\x20', '\x7f'}) {
      std::string other = bytes;
      other[at] = static_cast<char>(other[at] ^ by);
      const ErrorCode code = refused(other).code;
      EXPECT_TRUE(code == ErrorCode::checksum_mismatch || code == ErrorCode::certificate_invalid || code == ErrorCode::certificate_version_newer) << at;
    }
    EXPECT_FALSE(parse_certificate(bytes.substr(0, at), "cert", kPlenty)) << at;
    EXPECT_FALSE(parse_certificate(bytes.substr(0, at) + bytes.substr(at + 1), "cert", kPlenty)) << at;
    EXPECT_FALSE(parse_certificate(bytes.substr(0, at) + " " + bytes.substr(at), "cert", kPlenty)) << at;
  }
  EXPECT_EQ(refused(bytes + "\n").code, ErrorCode::checksum_mismatch);
}

TEST(CertificateIo, looks_at_the_version_before_the_checksum) {
  std::string bytes = certificate_bytes(small());
  bytes.replace(bytes.find("\"version\": 1"), 12, "\"version\": 3");
  const ErrorInfo error = refused(bytes);
  EXPECT_EQ(error.code, ErrorCode::certificate_version_newer);
  EXPECT_EQ(error.message, "the certificate has version 3; this program reads up to version 2");
  EXPECT_EQ(refused(changed(small(), "\"version\": 1", "\"version\": 0")).code, ErrorCode::certificate_invalid);
  EXPECT_EQ(refused("").message, "the file is empty");
  EXPECT_EQ(refused("{\"format\": \"novikoff-model\", \"version\": 1}").message, "this is no certificate of novikoff, it is a model");
}

TEST(CertificateIo, refuses_what_no_certificate_says) {
  EXPECT_EQ(invalid("\"separation\"", "\"hope\""), "claim: the word \"hope\" is not known here");
  EXPECT_EQ(invalid("\"quasi-separable\"", "\"inseparable\""), "verdict: the claim separation has no verdict inseparable");
  invalid("\"separation\"", "\"strict\"");
  invalid("\"quasi-separable\"", "\"undecided\"");
  invalid("\"decimal\"", "\"decimals\"");
  invalid("\"1/10\"", "\"-1/10\"");
  invalid("\"rows\": 42", "\"rows\": 0");
  invalid("\"rows\": 42", "\"rows\": -42");
  invalid("\"no, never\"", "\"\"");
  invalid("{\"hex\": \"4cf677656e7a61686e\"}", "\"no, never\"");
  invalid("\"index_base\": 1", "\"index_base\": 2");
  invalid("  \"claim\"", "  \"extra\": 1,\n  \"claim\"");
  invalid("\"u_bias\": \"-7\",\n", "");
}

TEST(CertificateIo, refuses_entries_that_are_none) {
  invalid("[1, \"2\"]", "[0, \"2\"]");
  invalid("[1, \"2\"]", "[4294967297, \"2\"]");
  invalid("[4294967296, ", "[1, ");
  EXPECT_EQ(invalid("[41, ", "[0, "), "lambda[1][0]: 0 does not follow the one before it");
  invalid("[1, \"2\"]", "[1, \"0\"]");
  invalid("[1, \"2\"]", "[1, 2]");
  invalid("[1, \"2\"]", "[1, \"2\", \"3\"]");
  for (const char* text : {"", "+2", "2/", "/2", "2/0", "2/-1", "2/+1", "1.5", "1e3", " 2", "2 ", "0x2", "--2", "2/3/4", "nan"})
    invalid("[1, \"2\"]", "[1, \"" + std::string(text) + "\"]");
  EXPECT_TRUE(parse_certificate(changed(small(), "[0, \"1/2\"]", "[0, \"-5/20\"]"), "cert", kPlenty));  // its form is right; the check refuses it
}

TEST(CertificateIo, does_not_take_more_memory_than_it_may) {
  const std::string digits(1U << 20U, '7');
  const std::string long_number = changed(small(), "\"-7\"", '"' + digits + '"');
  EXPECT_TRUE(parse_certificate(long_number, "cert", kPlenty));
  EXPECT_EQ(refused(long_number, 5U << 20U).code, ErrorCode::memory_limit);
  std::string nested = changed(small(), "\"u\": [", "\"u\": " + std::string(10000, '['));
  EXPECT_EQ(refused(nested).code, ErrorCode::certificate_invalid);
  const std::string many = changed(small(), "[1, \"2\"],", [] {
    std::string list;
    for (int k = 1; k <= 50000; ++k) list += '[' + std::to_string(k) + ", \"1\"],";
    return list;
  }());
  EXPECT_TRUE(parse_certificate(many, "cert", kPlenty));
  EXPECT_EQ(refused(many, 4U << 20U).code, ErrorCode::memory_limit);
}

// Each fraction is short, but what they have in common is as long as all of them together, once for each.
TEST(CertificateIo, limits_the_common_denominator_that_a_check_would_make) {
  const std::string primes = changed(small(), "[1, \"2\"],", [] {
    std::string list;
    for (int k = 1; k <= 3000; ++k) list += '[' + std::to_string(k) + ", \"1/" + std::to_string(1000000000000 + k) + "\"],";
    return list;
  }());
  EXPECT_TRUE(parse_certificate(primes, "cert", kPlenty));
  const ErrorInfo error = refused(primes, 8U << 20U);
  EXPECT_EQ(error.code, ErrorCode::memory_limit);
  EXPECT_NE(error.message.find("common denominator"), std::string::npos) << error.message;
}

TEST(CertificateIo, tells_models_and_certificates_apart) {
  const std::string path = ::testing::TempDir() + "certificate_io_test-" + std::to_string(::getpid()) + ".cert";
  std::FILE* file = std::fopen(path.c_str(), "wb");
  ASSERT_NE(file, nullptr);
  const std::string bytes = certificate_bytes(small());
  std::fwrite(bytes.data(), 1, bytes.size(), file);
  std::fclose(file);
  const auto any = load_any(path, kPlenty);
  ASSERT_TRUE(any);
  EXPECT_TRUE(std::holds_alternative<CertificateFile>(*any));
  EXPECT_TRUE(load_certificate(path, kPlenty));
  EXPECT_EQ(load_certificate(path, 100).error().code, ErrorCode::memory_limit);
  EXPECT_EQ(load_certificate(path + "x", kPlenty).error().code, ErrorCode::cannot_open);
  std::remove(path.c_str());
}

CertificateFile of_margin() {
  CertificateFile file = small();
  file.certificate.claim = Claim::margin;
  file.certificate.verdict = Verdict::separable;
  file.certificate.gamma2_low = fraction("1/17");
  file.certificate.gamma2_high = fraction("1/17");
  return file;
}

TEST(CertificateIo, of_a_margin_comes_back) {
  CertificateFile file = of_margin();
  for (const char* high : {"1/17", "2/17"}) {
    file.certificate.gamma2_high = fraction(high);
    const std::string bytes = certificate_bytes(file);
    const Result<CertificateFile> read = parse_certificate(bytes, "cert", kPlenty);
    ASSERT_TRUE(read) << to_string(read.error());
    EXPECT_EQ(read->certificate.claim, Claim::margin);
    EXPECT_EQ(read->certificate.gamma2_low, fraction("1/17"));
    EXPECT_EQ(read->certificate.gamma2_high, fraction(high));
    EXPECT_EQ(certificate_bytes(*read), bytes);
  }
  EXPECT_NE(certificate_bytes(file).find("  \"gamma2\": {\n    \"low\": \"1/17\",\n    \"high\": \"2/17\"\n  },\n"), std::string::npos);
  EXPECT_NE(certificate_bytes(of_margin()).find("  \"gamma2\": \"1/17\",\n"), std::string::npos);
  EXPECT_EQ(certificate_bytes(small()).find("gamma2"), std::string::npos);
}

TEST(CertificateIo, of_a_margin_says_it_in_one_way) {
  for (const char* value : {"\"0\"", "\"-1/17\"", "1", "null", "[\"1/17\"]", "{\"low\": \"1/17\", \"high\": \"1/17\"}",
                            "{\"low\": \"2/17\", \"high\": \"1/17\"}", "{\"low\": \"0\", \"high\": \"1/17\"}", "{\"high\": \"2/17\", \"low\": \"1/17\"}",
                            "{\"low\": \"1/17\"}", "{\"low\": \"1/17\", \"high\": \"1/16\", \"x\": \"1\"}"})
    EXPECT_EQ(refused(changed(of_margin(), "\"gamma2\": \"1/17\"", std::string("\"gamma2\": ") + value)).code, ErrorCode::certificate_invalid) << value;
  EXPECT_EQ(refused(changed(of_margin(), ",\n  \"gamma2\": \"1/17\"", "")).code, ErrorCode::certificate_invalid);
  EXPECT_EQ(refused(changed(of_margin(), "\"margin\"", "\"separation\"")).code, ErrorCode::certificate_invalid);
  EXPECT_EQ(refused(changed(of_margin(), "\"separable\"", "\"overlapping\"")).code, ErrorCode::certificate_invalid);
  const std::string digits(2000, '7');
  EXPECT_EQ(refused(changed(of_margin(), "\"1/17\"", '"' + digits + '"'), 5000).code, ErrorCode::memory_limit);
}

}  // namespace
}  // namespace novikoff::certificate_io_test
