#include "novikoff/run/embedded.hpp"

#include <array>

#include "novikoff/core/number.hpp"
#include "novikoff/run/options.hpp"

namespace novikoff {
namespace {

// Made up for this program. Each applicant was drawn by a seeded generator and decided by one linear rule on income, debts and late
// payments, applicants near the rule's edge left out; then two rows (18 and 34) alike in every number and decided differently were put in.
constexpr std::string_view kCredit =
    "32,3.2,8.5,1,0,decline\n37,5.0,6.1,5,1,grant\n43,6.1,5.9,19,0,grant\n57,6.8,25.2,16,1,grant\n"
    "40,3.8,14.1,17,3,decline\n47,5.9,11.7,22,0,grant\n43,5.5,5.5,5,1,grant\n45,5.4,17.5,20,0,grant\n"
    "28,3.9,14.8,7,2,decline\n27,4.4,5.5,1,1,grant\n59,6.9,19.1,28,2,grant\n21,2.0,12.4,0,0,decline\n"
    "24,4.2,6.1,4,0,grant\n67,4.4,3.0,2,1,grant\n43,4.7,4.4,18,1,grant\n34,3.1,11.8,4,2,decline\n"
    "62,5.8,0.1,25,1,grant\n34,4.1,8.5,4,1,grant\n56,7.3,16.5,16,0,grant\n32,4.5,0.0,3,0,grant\n"
    "41,5.2,7.4,10,1,grant\n51,5.7,6.2,26,0,grant\n68,6.2,9.8,22,0,grant\n39,4.2,12.7,17,1,decline\n"
    "25,3.6,14.1,4,0,decline\n59,6.0,0.0,11,0,grant\n67,4.6,0.2,6,0,grant\n54,4.9,9.9,5,1,grant\n"
    "25,4.0,0.0,5,3,decline\n54,6.6,0.2,15,1,grant\n63,5.9,0.0,18,0,grant\n28,3.2,14.9,7,3,decline\n"
    "58,6.9,5.3,30,3,grant\n34,4.1,8.5,4,1,decline\n49,4.4,17.8,7,3,decline\n63,5.6,18.2,2,0,grant\n"
    "29,5.2,0.0,7,1,grant\n60,5.2,3.5,30,0,grant\n32,5.4,13.9,12,0,grant\n41,4.8,12.0,8,3,decline\n"
    "49,3.4,27.8,13,0,decline\n41,5.8,6.2,15,3,grant\n28,3.9,4.5,1,0,grant\n45,4.5,22.9,5,0,decline\n"
    "33,3.5,16.9,5,0,decline\n46,5.9,0.0,12,0,grant\n35,4.0,0.0,14,0,grant\n23,5.3,4.2,2,0,grant\n";

// Fisher 1936: sepal length, sepal width, petal length, petal width in cm; 50 setosa, 50 versicolor, 50 virginica.
constexpr std::string_view kIris =
    "5.1,3.5,1.4,0.2\n4.9,3.0,1.4,0.2\n4.7,3.2,1.3,0.2\n4.6,3.1,1.5,0.2\n5.0,3.6,1.4,0.2\n"
    "5.4,3.9,1.7,0.4\n4.6,3.4,1.4,0.3\n5.0,3.4,1.5,0.2\n4.4,2.9,1.4,0.2\n4.9,3.1,1.5,0.1\n"
    "5.4,3.7,1.5,0.2\n4.8,3.4,1.6,0.2\n4.8,3.0,1.4,0.1\n4.3,3.0,1.1,0.1\n5.8,4.0,1.2,0.2\n"
    "5.7,4.4,1.5,0.4\n5.4,3.9,1.3,0.4\n5.1,3.5,1.4,0.3\n5.7,3.8,1.7,0.3\n5.1,3.8,1.5,0.3\n"
    "5.4,3.4,1.7,0.2\n5.1,3.7,1.5,0.4\n4.6,3.6,1.0,0.2\n5.1,3.3,1.7,0.5\n4.8,3.4,1.9,0.2\n"
    "5.0,3.0,1.6,0.2\n5.0,3.4,1.6,0.4\n5.2,3.5,1.5,0.2\n5.2,3.4,1.4,0.2\n4.7,3.2,1.6,0.2\n"
    "4.8,3.1,1.6,0.2\n5.4,3.4,1.5,0.4\n5.2,4.1,1.5,0.1\n5.5,4.2,1.4,0.2\n4.9,3.1,1.5,0.2\n"
    "5.0,3.2,1.2,0.2\n5.5,3.5,1.3,0.2\n4.9,3.6,1.4,0.1\n4.4,3.0,1.3,0.2\n5.1,3.4,1.5,0.2\n"
    "5.0,3.5,1.3,0.3\n4.5,2.3,1.3,0.3\n4.4,3.2,1.3,0.2\n5.0,3.5,1.6,0.6\n5.1,3.8,1.9,0.4\n"
    "4.8,3.0,1.4,0.3\n5.1,3.8,1.6,0.2\n4.6,3.2,1.4,0.2\n5.3,3.7,1.5,0.2\n5.0,3.3,1.4,0.2\n"
    "7.0,3.2,4.7,1.4\n6.4,3.2,4.5,1.5\n6.9,3.1,4.9,1.5\n5.5,2.3,4.0,1.3\n6.5,2.8,4.6,1.5\n"
    "5.7,2.8,4.5,1.3\n6.3,3.3,4.7,1.6\n4.9,2.4,3.3,1.0\n6.6,2.9,4.6,1.3\n5.2,2.7,3.9,1.4\n"
    "5.0,2.0,3.5,1.0\n5.9,3.0,4.2,1.5\n6.0,2.2,4.0,1.0\n6.1,2.9,4.7,1.4\n5.6,2.9,3.6,1.3\n"
    "6.7,3.1,4.4,1.4\n5.6,3.0,4.5,1.5\n5.8,2.7,4.1,1.0\n6.2,2.2,4.5,1.5\n5.6,2.5,3.9,1.1\n"
    "5.9,3.2,4.8,1.8\n6.1,2.8,4.0,1.3\n6.3,2.5,4.9,1.5\n6.1,2.8,4.7,1.2\n6.4,2.9,4.3,1.3\n"
    "6.6,3.0,4.4,1.4\n6.8,2.8,4.8,1.4\n6.7,3.0,5.0,1.7\n6.0,2.9,4.5,1.5\n5.7,2.6,3.5,1.0\n"
    "5.5,2.4,3.8,1.1\n5.5,2.4,3.7,1.0\n5.8,2.7,3.9,1.2\n6.0,2.7,5.1,1.6\n5.4,3.0,4.5,1.5\n"
    "6.0,3.4,4.5,1.6\n6.7,3.1,4.7,1.5\n6.3,2.3,4.4,1.3\n5.6,3.0,4.1,1.3\n5.5,2.5,4.0,1.3\n"
    "5.5,2.6,4.4,1.2\n6.1,3.0,4.6,1.4\n5.8,2.6,4.0,1.2\n5.0,2.3,3.3,1.0\n5.6,2.7,4.2,1.3\n"
    "5.7,3.0,4.2,1.2\n5.7,2.9,4.2,1.3\n6.2,2.9,4.3,1.3\n5.1,2.5,3.0,1.1\n5.7,2.8,4.1,1.3\n"
    "6.3,3.3,6.0,2.5\n5.8,2.7,5.1,1.9\n7.1,3.0,5.9,2.1\n6.3,2.9,5.6,1.8\n6.5,3.0,5.8,2.2\n"
    "7.6,3.0,6.6,2.1\n4.9,2.5,4.5,1.7\n7.3,2.9,6.3,1.8\n6.7,2.5,5.8,1.8\n7.2,3.6,6.1,2.5\n"
    "6.5,3.2,5.1,2.0\n6.4,2.7,5.3,1.9\n6.8,3.0,5.5,2.1\n5.7,2.5,5.0,2.0\n5.8,2.8,5.1,2.4\n"
    "6.4,3.2,5.3,2.3\n6.5,3.0,5.5,1.8\n7.7,3.8,6.7,2.2\n7.7,2.6,6.9,2.3\n6.0,2.2,5.0,1.5\n"
    "6.9,3.2,5.7,2.3\n5.6,2.8,4.9,2.0\n7.7,2.8,6.7,2.0\n6.3,2.7,4.9,1.8\n6.7,3.3,5.7,2.1\n"
    "7.2,3.2,6.0,1.8\n6.2,2.8,4.8,1.8\n6.1,3.0,4.9,1.8\n6.4,2.8,5.6,2.1\n7.2,3.0,5.8,1.6\n"
    "7.4,2.8,6.1,1.9\n7.9,3.8,6.4,2.0\n6.4,2.8,5.6,2.2\n6.3,2.8,5.1,1.5\n6.1,2.6,5.6,1.4\n"
    "7.7,3.0,6.1,2.3\n6.3,3.4,5.6,2.4\n6.4,3.1,5.5,1.8\n6.0,3.0,4.8,1.8\n6.9,3.1,5.4,2.1\n"
    "6.7,3.1,5.6,2.4\n6.9,3.1,5.1,2.3\n5.8,2.7,5.1,1.9\n6.8,3.2,5.9,2.3\n6.7,3.3,5.7,2.5\n"
    "6.7,3.0,5.2,2.3\n6.3,2.5,5.0,1.9\n6.5,3.0,5.2,2.0\n6.2,3.4,5.4,2.3\n5.9,3.0,5.1,1.8\n";

// The n-th line of a text, without its end; false behind the last. Sets are small, so counting from the start is no matter.
bool line_of(std::string_view text, std::uint64_t n, std::string& line) {
  std::size_t begin = 0;
  for (; n > 0 && begin < text.size(); --n) begin = text.find('\n', begin) + 1;
  if (begin >= text.size()) return false;
  line = text.substr(begin, text.find('\n', begin) - begin);
  return true;
}

// A set whose text is there as it is: its header, then its rows.
bool whole_line(const EmbeddedSet& set, std::uint64_t, std::uint64_t n, std::string& line) {
  if (n > 0) return line_of(set.rows, n - 1, line);
  line = set.header;
  return true;
}

bool setosa_line(const EmbeddedSet& set, std::uint64_t size, std::uint64_t n, std::string& line) {
  if (!whole_line(set, size, n, line)) return false;
  if (n > 0) line += n <= 50 ? ",setosa" : ",other";
  return true;
}

bool virginica_line(const EmbeddedSet& set, std::uint64_t size, std::uint64_t n, std::string& line) {
  if (!whole_line(set, size, n == 0 ? 0 : n + 50, line)) return false;
  if (n > 0) line += n <= 50 ? ",versicolor" : ",virginica";
  return true;
}

bool unit_vector_line(const EmbeddedSet&, std::uint64_t size, std::uint64_t n, std::string& line) {
  if (n >= size) return false;
  line = (n % 2 == 0 ? "+1 " : "-1 ") + std::to_string(n + 1) + ":1";
  return true;
}

constexpr std::string_view kGate = "x1,x2,y";
constexpr std::string_view kIrisHeader = "sepal_length,sepal_width,petal_length,petal_width,species";

constexpr std::array kSets = {
    EmbeddedSet{"textbook", "Three points of a well-known textbook", "Li Hang, Statistical Learning Methods, example 2.1: (3,3)+ (4,3)+ (1,1)-",
                "Separable. Seven updates in file order give w = (1, 1), b = -3, as the textbook finds; another order gives another line and another count.",
                kGate, "3,3,+1\n4,3,+1\n1,1,-1\n", whole_line},
    EmbeddedSet{"and", "Logical AND of two inputs", "Inputs 0/1 in the order 00, 01, 10, 11",
                "Separable with a bias: 18 updates in 9 passes. Without one the row (0,0) is the zero vector.", kGate, "0,0,-1\n0,1,-1\n1,0,-1\n1,1,+1\n",
                whole_line},
    EmbeddedSet{"or", "Logical OR of two inputs", "Inputs 0/1 in the order 00, 01, 10, 11", "Separable with a bias.", kGate, "0,0,-1\n0,1,+1\n1,0,+1\n1,1,+1\n",
                whole_line},
    EmbeddedSet{"xor", "Exclusive OR of two inputs", "Inputs 0/1 in the order 00, 01, 10, 11; Minsky & Papert 1969",
                "Not separable by any line: the run goes on until its limit.", kGate, "0,0,-1\n0,1,+1\n1,0,+1\n1,1,-1\n", whole_line},
    EmbeddedSet{"contradiction", "One point with both labels", "(1)+ (1)-", "Not separable, with any features: the same input would need two answers.", "x1,y",
                "1,+1\n1,-1\n", whole_line},
    EmbeddedSet{
        "unit-vectors", "The rows e_1 … e_N, labels +1 and -1 in turn", "The case where the bound of Novikoff 1962 is reached",
        "With --bias 0 exactly N updates under --tie update, in any order: (R/γ)² = N. Under --tie plus as many as there are negatives. N = 1 has one label: "
        "say --labels -1,+1.",
        "", "", unit_vector_line, true},
    EmbeddedSet{"credit", "Applicants for a credit card, granted or declined", "Invented for this program",
                "Not separable by a little: two applicants are alike in every number and were decided differently, so every line errs on one of them.",
                "age,income,debts,years_employed,late_payments,decision", kCredit, whole_line},
    EmbeddedSet{"iris-setosa", "Irises: setosa against the two other species", "Fisher 1936, The use of multiple measurements in taxonomic problems",
                "Separable: the run converges after a few passes.", kIrisHeader, kIris, setosa_line},
    EmbeddedSet{"iris-virginica", "Irises: virginica against versicolor", "Fisher 1936, The use of multiple measurements in taxonomic problems",
                "Not separable: no line is right on all 100 flowers, and the run stops at its limit.", kIrisHeader, kIris, virginica_line},
};

}  // namespace

std::span<const EmbeddedSet> embedded_sets() noexcept { return kSets; }

Result<const EmbeddedSet*> find_embedded(std::string_view input) {
  const std::size_t colon = input.find(':');
  const std::string_view name = input.substr(1, colon == std::string_view::npos ? colon : colon - 1);
  std::vector<std::string> names;
  for (const EmbeddedSet& set : kSets) {
    names.emplace_back("@" + std::string(set.name));
    if (set.name != name) continue;
    const bool counted = colon != std::string_view::npos;
    if (counted != set.sized)
      return usage_error(std::string(input) + ": write " + names.back() + (set.sized ? ":N, for example " + names.back() + ":100" : ", without a number"));
    if (counted && parse_unsigned(input.substr(colon + 1), 4294967295U).value_or(0) == 0)
      return usage_error(std::string(input) + ": N must be a whole number from 1 to 4294967295");
    return &set;
  }
  std::string message = "there is no embedded set " + std::string(input);
  if (const auto near = did_you_mean(std::string(input.substr(0, colon)), names)) return usage_error(message + "; did you mean " + *near + "?");
  message += "; there are";
  for (const std::string& known : names) message += ' ' + known;
  return usage_error(message + ". A file of that name is written ./" + std::string(input));
}

ErrorInfo with_embedded_hint(ErrorInfo error) {
  if (error.code != ErrorCode::cannot_open) return error;
  for (const EmbeddedSet& set : kSets)
    if (set.name == error.where.file) error.hint = "an embedded set is written with an @: @" + std::string(set.name) + (set.sized ? ":N" : "");
  return error;
}

}  // namespace novikoff
