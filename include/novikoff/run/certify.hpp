// Certificates from the command line's point of view: made, written, read and checked.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "novikoff/learn/model.hpp"
#include "novikoff/prove/check.hpp"
#include "novikoff/prove/errors.hpp"
#include "novikoff/prove/separation.hpp"
#include "novikoff/run/certificate_io.hpp"
#include "novikoff/run/exact_input.hpp"
#include "novikoff/run/options.hpp"

namespace novikoff {

/// What certify works with.
struct CertifySetting {
  ReadOptions reading;  ///< exact values asked for
  Labels labels = Labels::any();
  Numbers numbers = Numbers::decimal;
  double bias_value = 1;
  Claim claim = Claim::separation;
  Kernel kernel = {};                    ///< of another kind than linear: all is said of the rows in its feature space
  bool margin = false;                   ///< search γ*² too
  std::optional<double> gap;             ///< MarginOptions::gap
  std::optional<std::string> model_out;  ///< where the model goes; only shown
  bool conflicts = false;                ///< report which rows contradict each other
  bool errors = false;                   ///< report how few errors are possible, and prove that
  bool exhaustive = false;               ///< SearchOptions::exhaustive
  std::uint64_t threads = 1;
  double max_seconds = 600;       ///< 0: no limit
  std::optional<Verdict> expect;  ///< another verdict is a negative answer
};
/// Errors: usage.
Result<CertifySetting> open_certify_setting(const Arguments& arguments);

/// What certify found of `data`, which it borrows.
struct CertifyReport {
  const ExactData* data = nullptr;
  const CertifySetting* setting = nullptr;
  Separation separation;
  /// By column of the rows, bias last; empty for claim strict and without a verdict.
  std::vector<CoefficientSigns> signs;
  /// With --margin, if the rows are separable: claim margin. The interval of `separation` is then the one that it proves.
  std::optional<Certificate> margin;
  std::string why_no_model;           ///< why the hyperplane of `margin`, which was found, is no model (MarginModel)
  std::optional<ErrorsFound> errors;  ///< if conflicts or errors were asked for
  Rational kernel_radius2;            ///< with a kernel: R² in its feature space
  double seconds = 0;
  double margin_seconds = 0;  ///< when the searches for verdict and margin had ended
  double signs_seconds = 0;   ///< the part of `seconds` that `signs` took
  bool out_of_time = false;   ///< the search ended at the limit of time

  Verdict verdict() const noexcept { return separation.verdict; }
  /// The proof of the verdict; nullptr if undecided.
  const Certificate* proof() const noexcept { return margin ? &*margin : separation.certificate ? &*separation.certificate : nullptr; }
  /// What a file gets: the certificate that says most of what was asked for; nullptr if nothing is proved. Claim margin says that there need be no error.
  const Certificate* certificate() const noexcept { return !margin && errors && errors->certificate ? &*errors->certificate : proof(); }
  /// R², the square of the largest norm, in the feature space where there is a kernel.
  Rational max_sqnorm() const { return setting->kernel.kind == KernelKind::linear ? data->max_sqnorm() : kernel_radius2; }
  bool margin_is_exact() const noexcept { return margin && margin->gamma2_low == margin->gamma2_high; }
  /// The verdict is what was expected; inseparable is quasi-separable and overlapping too.
  bool as_expected() const noexcept;
};

/// The kernel with its numbers as decimals or doubles; nullopt for the linear one and for those that are given as numbers or as a function.
std::optional<ExactKernel> exact_kernel(const Kernel& kernel, Numbers numbers);

/// Reads the rows for the setting: all at once as whole numbers for conflicts, errors and kernels, else as read_for_proof does. Errors: theirs;
/// kernel_not_defined.
Result<ExactData> read_data(Source& source, CertifySetting& setting, std::optional<InputAgain> again = {});

/// Decides how the rows lie. `stop`, asked now and then with the seconds that went by, ends the search, as the time limit does: undecided.
/// Errors: what reading large data again meets; usage for a kernel of which nothing is known.
Result<CertifyReport> certify(const ExactData& data, const CertifySetting& setting, const std::function<bool(double seconds)>& stop);

/// The file of a report with a certificate.
CertificateFile certificate_file(const CertifyReport& report);

/// What the columns and classes were called.
Provenance provenance_of(const CertifyReport& report);
/// A model, or why there is none.
struct MarginModel {
  std::optional<Model> model;
  std::string why_not;
};
/// The hyperplane of report.margin, which must be there, as a model that predicts and cannot learn on: `stop` proof, nothing seen. Its weights are the doubles
/// nearest to those of the certificate times a power of 2, the largest between 1/2 and 1; rounded like that they need not separate the rows. With a kernel they
/// are coefficients of rows, its support vectors, and it is a model only if its scores in doubles have every row on its side: a kernel value for each row and
/// support vector tells. Error: memory_limit.
Result<MarginModel> margin_model(const CertifyReport& report);

/// `path`: where the certificate was written; `inputs`: as the command line names them. Both only shown.
std::string certify_text(const CertifyReport& report, const std::optional<std::string>& path, const std::vector<std::string>& inputs);
std::string certify_json(const CertifyReport& report);

/// What check works with: the certificate, and how its data are to be read.
struct CheckSetting {
  CertificateFile file;
  std::vector<std::string> inputs;
  ReadOptions reading;
  Labels labels = Labels::any();
  double bias_value = 1;  ///< the nearest double of the certificate's B
  std::uint64_t threads = 1;
};
/// Errors: usage, index_base_mismatch, and those of load_certificate.
Result<CheckSetting> open_check_setting(const Arguments& arguments);

/// What check says.
struct CheckReport {
  bool holds = false;
  std::string reason;                     ///< why not
  std::optional<std::uint64_t> row = {};  ///< the row that shows it
  std::uint64_t rows = 0;                 ///< of the data; of the certificate if they were not read
  std::uint64_t overlapped = 0;
};

/// Whether data can have the certificate's numbers, and --numbers and --bias, where they are given, ask for them; a report that says no, if not.
std::optional<CheckReport> asked_for_other_numbers(const Arguments& arguments, const CertificateFile& file);
/// The report that the data have other labels or columns than the certificate, if that is the error of reading them.
std::optional<CheckReport> other_examples(const CertificateFile& file, const ErrorInfo& error);
/// Reads the rows for the certificate: all at once as whole numbers for claim errors and with a kernel, else as read_for_proof does. Errors: theirs.
Result<ExactData> read_data(Source& source, CheckSetting& setting, std::optional<InputAgain> again = {});
/// Whether the certificate is about these rows and proves its verdict, by `threads` threads where it claims existence. Errors: memory_limit, and what reading
/// large data again meets.
Result<CheckReport> check_data(const CertificateFile& file, const ExactData& data, std::uint64_t memory, std::uint64_t threads = 1);

/// `where`: the row of the report as file:line, if it has one.
std::string check_text(const CertificateFile& file, const CheckReport& report, const std::string& where);
std::string check_json(const CertificateFile& file, const CheckReport& report);

/// What a certificate file holds.
std::string inspect_text(const CertificateFile& file);
std::string inspect_json(const CertificateFile& file);

}  // namespace novikoff
