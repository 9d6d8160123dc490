#include "novikoff/run/certificate_io.hpp"

#include <algorithm>

#include "novikoff/core/label.hpp"
#include "novikoff/run/json_writer.hpp"
#include "novikoff/run/model_io.hpp"
#include "novikoff/run/sha256.hpp"
#include "run/model_input.hpp"
#include "run/sealed_file.hpp"

namespace novikoff {
namespace {

constexpr SealedKind kKind{"novikoff-certificate", "certificate", kCertificateVersion, ErrorCode::certificate_invalid, ErrorCode::certificate_version_newer,
                           "novikoff certify"};

using Entries = std::vector<std::pair<std::uint64_t, Rational>>;

void write_entries(JsonWriter& json, const Entries& entries, std::uint64_t first, JsonWriter::Layout layout) {
  json.begin_array(layout);
  for (const auto& [at, value] : entries) {
    json.begin_array(JsonWriter::Layout::line);
    json.value(at + first);
    json.value(value.to_text());
    json.end_array();
  }
  json.end_array();
}

void write_entries(JsonWriter& json, std::string_view key, const Entries& entries, std::uint64_t first) {
  write_entries(json.key(key), entries, first, JsonWriter::Layout::lines);
}

// Version 2 has a kernel, and says how it is to be compared.
constexpr std::uint64_t kWithoutKernel = 1, kWithKernel = 2;

void write_kernel(JsonWriter& json, const Certificate& c) {
  const ExactKernel& kernel = *c.kernel;
  json.key("kernel").begin_object(JsonWriter::Layout::line);
  json.member("name", name(kernel.kind));
  if (kernel.has_gamma()) json.member("gamma", kernel.gamma.to_text());
  if (kernel.kind == ExactKernelKind::poly) {
    json.member("coef0", kernel.coef0.to_text());
    json.member("degree", std::uint64_t{kernel.degree});
  }
  json.end_object();
  json.member("arithmetic", c.by_intervals() ? "interval" : "exact");
}

void write_gamma2(JsonWriter& json, const Certificate& c) {
  if (c.gamma2_low == c.gamma2_high) return json.member("gamma2", c.gamma2_low.to_text());
  json.key("gamma2").begin_object();
  json.member("low", c.gamma2_low.to_text());
  json.member("high", c.gamma2_high.to_text());
  json.end_object();
}

void write_errors_proof(JsonWriter& json, const ErrorsProof& proof) {
  json.key("errors").begin_object(JsonWriter::Layout::line);
  json.member("low", proof.low);
  json.member("high", proof.high);
  json.end_object();
  json.key("conflicts").begin_array();
  for (const Conflict& conflict : proof.conflicts) write_entries(json, conflict, 0, JsonWriter::Layout::line);
  json.end_array();
  json.key("tree").begin_array();
  for (const ErrorsProof::Node& node : proof.tree) {
    json.begin_object(JsonWriter::Layout::line);
    write_entries(json.key("conflicts"), node.conflicts, 0, JsonWriter::Layout::line);
    json.key("branch").begin_array(JsonWriter::Layout::line);
    for (const std::uint64_t row : node.branch) json.value(row);
    json.end_array();
    json.end_object();
  }
  json.end_array();
}

void write_source(JsonWriter& json, const Provenance& source) {
  json.key("source").begin_object();
  json.key("negative");
  write_bytes(json, source.negative);
  json.key("positive");
  write_bytes(json, source.positive);
  json.key("names").begin_array();
  for (const std::string& column : source.names) write_bytes(json, column);
  json.end_array();
  json.key("label_name");
  write_bytes(json, source.label_name);
  json.member("label_column", source.label_column);
  json.member("index_base", source.index_base);
  json.end_object();
}

// Twice the digits' bytes bound the number itself, and what is taken apart on the way.
Rational read_rational(Input& in) {
  const std::string_view text = in.json.text();
  if (!in.take(2 * sizeof(Rational) + 2 * text.size())) return {};
  const bool plus = text.find('+') != std::string_view::npos;
  std::optional<Rational> value = plus ? std::nullopt : Rational::parse(text);
  if (!value) in.json.fail(quoted_for_message(text) + " is no fraction of whole numbers, p/q or p, with q above 0");
  return value.value_or(Rational());
}

// [[first + place, "p/q"], …], ascending, none 0; places below `end`.
Entries read_entries(Input& in, std::uint64_t first, std::uint64_t end) {
  Entries entries;
  const std::uint64_t n = in.json.begin_array();
  if (in.take(n * sizeof(entries[0]))) entries.reserve(n);
  for (std::uint64_t i = 0; i < n && in.json.ok(); ++i) {
    in.json.element(i).begin_array_of(2);
    const std::uint64_t place = in.json.element(0).whole();
    if (place < first || place - first >= end)
      in.json.fail(std::to_string(place) + " is not in " + std::to_string(first) + " … " + (end == 0 ? "(none)" : std::to_string(end - 1 + first)));
    if (!entries.empty() && place - first <= entries.back().first) in.json.fail(std::to_string(place) + " does not follow the one before it");
    in.json.element(1);
    entries.emplace_back(place - first, read_rational(in));
    if (entries.back().second.sign() == 0) in.json.fail("an entry of 0 (zeros are not stored)");
    in.json.end_array();
  }
  in.json.end_array();
  return entries;
}

Entries read_entries(Input& in, std::string_view key, std::uint64_t first, std::uint64_t end) {
  in.json.at(key);
  return read_entries(in, first, end);
}

// A check brings all entries to their common denominator, which small entries can make very long, and has `n` numbers of that length.
void limit_common_denominator(Input& in, std::string_view key, const Entries& entries, const Rational& other, std::uint64_t n) {
  Integer common = other.denominator();
  std::uint64_t longest = other.numerator().bits();
  constexpr std::uint64_t kBits = 8, kEach = 16;
  for (const auto& [place, value] : entries) {
    Integer rest = value.denominator();
    common *= rest.divide_exactly(Integer::gcd(common, rest));
    longest = std::max<std::uint64_t>(longest, value.numerator().bits());
    const std::uint64_t needed = n * ((common.bits() + longest) / kBits + kEach);
    if (needed <= in.memory) continue;
    return in.json.fail(ErrorCode::memory_limit,
                        std::string(key) + ": its entries have no common denominator that " + std::to_string(in.memory) + " bytes of --memory would hold");
  }
}

void read_conflicts(Input& in, ErrorsProof& proof) {
  const std::uint64_t n = in.json.at("conflicts").begin_array();
  if (in.take(n * sizeof(Conflict))) proof.conflicts.reserve(n);
  for (std::uint64_t i = 0; i < n && in.json.ok(); ++i) {
    in.json.element(i);
    proof.conflicts.push_back(read_entries(in, 0, ~std::uint64_t{0}));
    if (in.json.ok()) limit_common_denominator(in, "conflicts", proof.conflicts.back(), Rational(), proof.conflicts.back().size() + 1);
  }
  in.json.end_array();
}

void read_tree(Input& in, ErrorsProof& proof) {
  const std::uint64_t n = in.json.at("tree").begin_array();
  if (in.take(n * sizeof(ErrorsProof::Node))) proof.tree.reserve(n);
  for (std::uint64_t i = 0; i < n && in.json.ok(); ++i) {
    ErrorsProof::Node node;
    in.json.element(i).begin_object();
    node.conflicts = read_entries(in, "conflicts", 0, proof.conflicts.size());
    std::uint64_t numbers = 1;
    for (std::size_t k = 0; in.json.ok() && k < node.conflicts.size(); ++k) numbers += proof.conflicts[node.conflicts[k].first].size();
    if (in.json.ok()) limit_common_denominator(in, "tree", node.conflicts, Rational(), numbers);
    node.branch = read_list(in, "branch", [&] { return in.json.whole(); });
    in.json.end_object();
    proof.tree.push_back(std::move(node));
  }
  in.json.end_array();
}

ErrorsProof read_errors_proof(Input& in) {
  ErrorsProof proof;
  in.json.at("errors").begin_object();
  proof.low = in.json.at("low").whole();
  proof.high = in.json.at("high").whole();
  in.json.end_object();
  read_conflicts(in, proof);
  read_tree(in, proof);
  return proof;
}

Provenance read_certificate_source(Input& in) {
  Provenance source;
  in.json.at("source").begin_object();
  in.json.at("negative");
  source.negative = read_bytes(in);
  in.json.at("positive");
  source.positive = read_bytes(in);
  if (source.negative.empty() || source.positive.empty() || Label::of(source.negative).same_as(Label::of(source.positive)))
    in.json.fail("there are not two classes");
  const std::uint64_t n = in.json.at("names").begin_array();
  if (in.take(n * sizeof(std::string))) source.names.reserve(n);
  for (std::uint64_t i = 0; i < n && in.json.ok(); ++i) {
    in.json.element(i);
    source.names.push_back(read_bytes(in));
  }
  in.json.end_array();
  in.json.at("label_name");
  source.label_name = read_bytes(in);
  source.label_column = in.json.at("label_column").whole(kMaxFeatures);
  source.index_base = static_cast<unsigned>(in.json.at("index_base").whole(1));
  in.json.end_object();
  return source;
}

bool belongs(Claim claim, Verdict verdict) {
  if (verdict == Verdict::separable) return claim != Claim::existence;
  if (claim == Claim::margin) return false;
  if (claim == Claim::existence) return verdict == Verdict::overlapping || verdict == Verdict::inseparable;
  return claim != Claim::separation ? verdict == Verdict::inseparable : verdict == Verdict::quasi_separable || verdict == Verdict::overlapping;
}

ExactKernel read_exact_kernel(Input& in) {
  ExactKernel kernel;
  in.json.at("kernel").begin_object();
  kernel.kind = read_word<ExactKernelKind>(in, "name", exact_kernel_named);
  if (kernel.has_gamma()) {
    in.json.at("gamma");
    kernel.gamma = read_rational(in);
    if (kernel.gamma.sign() <= 0) in.json.fail("a g that is not above 0");
  }
  if (kernel.kind == ExactKernelKind::poly) {
    in.json.at("coef0");
    kernel.coef0 = read_rational(in);
    if (kernel.coef0.sign() < 0) in.json.fail("a c below 0");
    kernel.degree = static_cast<unsigned>(in.json.at("degree").whole(ExactKernel::kMaxDegree));
    if (kernel.degree == 0) in.json.fail("a degree of 0");
  }
  in.json.end_object();
  return kernel;
}

// γ*² as "p/q", or {"low": "p/q", "high": "p/q"}.
void read_gamma2(Input& in, Certificate& c) {
  in.json.at("gamma2");
  if (!in.json.next_is_object()) {
    c.gamma2_low = c.gamma2_high = read_rational(in);
  } else {
    in.json.begin_object();
    in.json.at("low");
    c.gamma2_low = read_rational(in);
    in.json.at("high");
    c.gamma2_high = read_rational(in);
    in.json.end_object();
    if (in.json.ok() && c.gamma2_low >= c.gamma2_high) in.json.fail("the low end is not below the high one");
  }
  if (c.gamma2_low.sign() <= 0) in.json.fail("a squared margin that is not above 0");
}

CertificateFile read_certificate(Input& in) {
  CertificateFile file;
  Certificate& c = file.certificate;
  in.json.begin_object();
  if (in.json.at("format").text() != kKind.format) in.json.fail("this is no certificate");
  const std::uint64_t version = in.json.at("version").whole();
  if (version != kWithoutKernel && version != kWithKernel) in.json.fail("there is no such version");
  c.claim = read_word<Claim>(in, "claim", claim_named);
  c.verdict = read_word<Verdict>(in, "verdict", verdict_named);
  if (!belongs(c.claim, c.verdict)) in.json.fail("the claim " + std::string(name(c.claim)) + " has no verdict " + std::string(name(c.verdict)));
  c.numbers = read_word<Numbers>(in, "numbers", numbers_named);
  in.json.at("bias_value");
  c.bias_value = read_rational(in);
  if (c.bias_value.sign() < 0) in.json.fail("a bias value below 0");
  if (version == kWithKernel) {
    c.kernel = read_exact_kernel(in);
    if (c.claim == Claim::existence) in.json.fail("the claim existence is about no kernel");
    if (in.json.at("arithmetic").text() != (c.by_intervals() ? "interval" : "exact")) in.json.fail("not the arithmetic of this kernel and claim");
  }
  in.json.at("examples").begin_object();
  file.examples.rows = in.json.at("rows").whole();
  if (file.examples.rows == 0) in.json.fail("nothing is proved about no rows");
  file.examples.sha256 = read_sha256(in, "sha256");
  in.json.end_object();
  file.source = read_certificate_source(in);
  c.u = c.kernel ? read_entries(in, "u", 0, ~std::uint64_t{0}) : read_entries(in, "u", 1, kMaxFeatures);
  in.json.at("u_bias");
  c.u_bias = read_rational(in);
  if (c.kernel && c.u_bias.sign() != 0) in.json.fail("with a kernel u has no coordinates, but rows");
  c.lambda = read_entries(in, "lambda", 0, ~std::uint64_t{0});
  if (in.json.ok()) limit_common_denominator(in, "u", c.u, c.u_bias, c.u.size() + 1);
  if (in.json.ok()) limit_common_denominator(in, "lambda", c.lambda, Rational(), c.lambda.size() + 1);
  if (c.claim == Claim::margin) read_gamma2(in, c);
  if (c.claim == Claim::errors) c.errors = read_errors_proof(in);
  in.json.at("sha256").text();  // compared before
  in.json.end_object();
  return file;
}

}  // namespace

std::string certificate_bytes(const CertificateFile& file) {
  const Certificate& c = file.certificate;
  std::string out;
  JsonWriter json(out);
  json.begin_object();
  json.member("format", kKind.format);
  json.member("version", c.kernel ? kWithKernel : kWithoutKernel);
  json.member("claim", name(c.claim));
  json.member("verdict", name(c.verdict));
  json.member("numbers", name(c.numbers));
  json.member("bias_value", c.bias_value.to_text());
  if (c.kernel) write_kernel(json, c);
  json.key("examples").begin_object();
  json.member("rows", file.examples.rows);
  json.member("sha256", file.examples.sha256);
  json.end_object();
  write_source(json, file.source);
  write_entries(json, "u", c.u, c.kernel ? 0 : 1);
  json.member("u_bias", c.u_bias.to_text());
  write_entries(json, "lambda", c.lambda, 0);
  if (c.claim == Claim::margin) write_gamma2(json, c);
  if (c.claim == Claim::errors) write_errors_proof(json, c.errors);
  seal(out);  // and with it the closing brace
  return out;
}

Result<CertificateFile> parse_certificate(std::string_view bytes, const std::string& name, std::uint64_t memory) {
  if (Status sealed = check_sealed(bytes, name, kKind); !sealed) return sealed.error();
  Result<JsonTape> tape = JsonTape::parse(bytes, name, ErrorCode::certificate_invalid, memory);
  if (!tape) return tape.error();
  JsonReader json(*tape, name, ErrorCode::certificate_invalid);
  Input in{json, memory - JsonTape::memory(bytes)};
  CertificateFile file = read_certificate(in);
  if (!json.ok()) return json.error();
  return file;
}

Result<CertificateFile> load_certificate(const std::string& path, std::uint64_t memory) {
  const Result<std::string> bytes = read_all(path, memory);
  if (!bytes) return bytes.error();
  return parse_certificate(*bytes, path == "-" ? "stdin" : path, memory);
}

Result<std::variant<Model, CertificateFile>> load_any(const std::string& path, std::uint64_t memory) {
  using Any = std::variant<Model, CertificateFile>;
  const Result<std::string> bytes = read_all(path, memory);
  if (!bytes) return bytes.error();
  const std::string name = path == "-" ? "stdin" : path;
  if (begins_as(*bytes, kKind)) {
    Result<CertificateFile> file = parse_certificate(*bytes, name, memory);
    return file ? Result<Any>(Any(*std::move(file))) : file.error();
  }
  Result<Model> model = parse_model(*bytes, name, memory, MissingData::show);
  return model ? Result<Any>(Any(*std::move(model))) : model.error();
}

}  // namespace novikoff
