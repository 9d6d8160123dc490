#include "novikoff/core/error.hpp"

#include <array>

namespace novikoff {
namespace {

using enum ErrorCode;
using ErrorClass::bad_data;
using ErrorClass::io;

constexpr std::array kDescriptions = {
    ErrorDescription{ErrorCode::usage, "usage", ErrorClass::usage, "The command line does not say something that can be done.",
                     "Read the line named in the message; `novikoff COMMAND --help` lists the options."},
    ErrorDescription{label_missing, "label_missing", bad_data, "A row has no label where one is needed.",
                     "Give the row its label; rows without one may stand only where predictions are asked for."},
    ErrorDescription{label_invalid, "label_invalid", bad_data, "The label is not a number in a format whose labels are numbers.",
                     "Write the label as a number; if the file is CSV, where words may be labels, say --format csv (or tsv)."},
    ErrorDescription{label_not_finite, "label_not_finite", bad_data, "The label is nan or infinite.", "Write a finite number."},
    ErrorDescription{
        label_unknown, "label_unknown", bad_data, "The label is none of the two that were declared or that the model knows.",
        "Correct the label. The two of a model are fixed, `novikoff inspect` shows them; where rows are learned, --labels NEGATIVE,POSITIVE declares two."},
    ErrorDescription{several_labels, "several_labels", bad_data, "A row has several labels joined by commas.",
                     "Keep one label a row; if the file is CSV, say --format csv."},
    ErrorDescription{third_label, "third_label", bad_data, "A third label appears where two are learned.",
                     "Remove the rows of one label, or map the labels to two before."},
    ErrorDescription{one_label, "one_label", bad_data, "All rows have the same label and nothing says what the other would be.",
                     "Declare both with --labels NEGATIVE,POSITIVE."},
    ErrorDescription{labels_ambiguous, "labels_ambiguous", bad_data,
                     "Rows are learned as they arrive, so the two labels must be known before: without --labels, numbers above 0 are +1 and all others "
                     "−1, and there may be one label of each kind.",
                     "Declare the two labels with --labels NEGATIVE,POSITIVE."},
    ErrorDescription{colon_missing, "colon_missing", bad_data, "A feature is not written index:value.", "Write index, colon, value, with no blank between."},
    ErrorDescription{value_missing, "value_missing", bad_data, "Nothing stands after the colon.", "Write the value, or leave the pair out if it is 0."},
    ErrorDescription{value_invalid, "value_invalid", bad_data, "The value is not a decimal number.",
                     "Write digits with a point and an optional exponent: 12, -0.5, 1e-3."},
    ErrorDescription{value_not_finite, "value_not_finite", bad_data, "The value is nan or infinite.",
                     "Remove the row or give the value a finite number; nothing is filled in."},
    ErrorDescription{number_out_of_range, "number_out_of_range", bad_data,
                     "The number is larger than a double holds, or beyond 4,096 digits or an exponent of 4,096 for exact decimals.",
                     "Scale the column, or correct the number."},
    ErrorDescription{index_invalid, "index_invalid", bad_data, "The feature index is not a whole number.", "Write the index with digits only."},
    ErrorDescription{index_zero, "index_zero", bad_data, "Index 0 stands in a file whose indices count from 1.",
                     "If the file counts from 0, say --index-base 0."},
    ErrorDescription{index_too_large, "index_too_large", bad_data,
                     "The feature index is larger than 4,294,967,295 or than --features allows, or a CSV has more columns than that.",
                     "Number the features from 1 without such gaps; with --features N, raise N."},
    ErrorDescription{duplicate_index, "duplicate_index", bad_data, "A feature index stands twice in one row.", "Keep one of the two; they are not added up."},
    ErrorDescription{unseen_index, "unseen_index", bad_data, "A row has a feature that the model does not know.",
                     "Remove the feature, or leave --on-unseen at its default: such features then weigh 0 and are counted."},
    ErrorDescription{index_base_mismatch, "index_base_mismatch", bad_data, "The index base asked for is not the model's.",
                     "Leave --index-base out: the model knows it."},
    ErrorDescription{nul_byte, "nul_byte", bad_data, "A NUL byte stands in the text.", "The file is damaged or is no text; restore it."},
    ErrorDescription{stray_carriage_return, "stray_carriage_return", bad_data, "A carriage return stands where no line ends.",
                     "Convert the line ends to LF or CR LF."},
    ErrorDescription{no_rows, "no_rows", bad_data, "The input has no rows.", "Check that the right file was named."},
    ErrorDescription{memory_limit, "memory_limit", bad_data, "The input would need more memory than --memory allows.",
                     "Raise --memory; train --order online and online read in constant memory, certify and check do with files."},
    ErrorDescription{compressed_data_invalid, "compressed_data_invalid", bad_data, "The gzip or zstd data is damaged or cut off.",
                     "Restore the file; `gzip -t` or `zstd -t` checks it."},
    ErrorDescription{field_count, "field_count", bad_data, "A CSV row has more or fewer cells than the first line.",
                     "Correct the row; check the quotes and --delimiter."},
    ErrorDescription{cell_missing, "cell_missing", bad_data, "A cell is empty or says NA, N/A, NaN or null.",
                     "Fill the cell or remove the row; nothing is filled in."},
    ErrorDescription{quote_not_closed, "quote_not_closed", bad_data, "A quoted cell has no closing quote.", "Close the quote on the line named."},
    ErrorDescription{quote_invalid, "quote_invalid", bad_data,
                     "Text stands between a closing quote and the next delimiter, or a quote inside an unquoted cell.",
                     "Quote the whole cell and double the quotes inside it."},
    ErrorDescription{header_invalid, "header_invalid", bad_data, "The header has a name twice.",
                     "Give every column its own name; say --no-header if the first line is data."},
    ErrorDescription{column_unknown, "column_unknown", bad_data, "A column is named that the header or the model does not have.",
                     "Use one of the names in the message, or leave a column out with --ignore; say --no-header if the file has no header."},
    ErrorDescription{column_missing, "column_missing", bad_data, "A column that the model needs, or that the first of several files has, is not in the file.",
                     "Add the column; columns are matched by name."},
    ErrorDescription{label_column_needed, "label_column_needed", ErrorClass::usage, "A CSV file does not say which of its columns is the label.",
                     "Say --label NAME or --label-column N."},
    ErrorDescription{score_not_representable, "score_not_representable", bad_data,
                     "The sign of a score cannot be told in doubles: its terms differ too much in size and cancel.",
                     "Scale the columns, so that their values differ less in size."},
    ErrorDescription{weights_overflow, "weights_overflow", bad_data, "A weight grew beyond the largest double.",
                     "Scale the columns or choose a smaller --eta."},
    ErrorDescription{kernel_not_representable, "kernel_not_representable", bad_data, "The kernel of two rows is beyond the largest double, or no number.",
                     "Scale the columns; of kernels that have them, choose a smaller --degree or --gamma."},
    ErrorDescription{
        kernel_not_defined, "kernel_not_defined", bad_data,
        "The kernel is defined for features that are not negative, and one is; or the row lacks the serial number that --kernel precomputed needs.",
        "Shift or split the column, or choose another --kernel; rows of a Gram matrix (--kernel precomputed) need their serial number at index 0."},
    ErrorDescription{kernel_not_symmetric, "kernel_not_symmetric", bad_data, "The kernel of two rows depends on which comes first.",
                     "Make the Gram matrix symmetric: every value must be the same, to its last digit, in both places."},
    ErrorDescription{kernel_not_semidefinite, "kernel_not_semidefinite", bad_data,
                     "The Gram matrix K has vᵀKv < 0 for the v that is named, evaluated exactly: no feature space has such inner products.",
                     "Choose another kernel, or leave out --check-kernel and do without the guarantees."},
    ErrorDescription{model_invalid, "model_invalid", bad_data, "The file is no model, or a damaged one.", "Train again, or restore the file."},
    ErrorDescription{model_version_newer, "model_version_newer", bad_data, "The model was written by a newer version of the program.", "Update the program."},
    ErrorDescription{model_not_resumable, "model_not_resumable", bad_data,
                     "The model has no state to learn on from, or does not say which rows it learned from.",
                     "Train a new model, with --checkpoint if it is to be continued; predict and evaluate still work with this one."},
    ErrorDescription{certificate_invalid, "certificate_invalid", bad_data, "The file is no certificate, or a damaged one.",
                     "Make it again with novikoff certify, or restore the file."},
    ErrorDescription{certificate_version_newer, "certificate_version_newer", bad_data, "The certificate was written by a newer version of the program.",
                     "Update the program."},
    ErrorDescription{cache_invalid, "cache_invalid", bad_data, "The file is no cache, or one whose parts contradict one another.",
                     "Make it again with novikoff convert."},
    ErrorDescription{cache_version_newer, "cache_version_newer", bad_data, "The cache was written by a newer version of the program.",
                     "Update the program, or make the cache again."},
    ErrorDescription{cache_stale, "cache_stale", bad_data, "The file that the cache was made from has changed since.",
                     "Make the cache again with novikoff convert; if the rows as they were are meant, move the cache to another folder."},
    ErrorDescription{checksum_mismatch, "checksum_mismatch", bad_data,
                     "The file was altered or cut off after it was written, or the rows are not those that a saved run learned from: the checksum is another.",
                     "Restore the file, or make it again; a saved run goes on with the rows it began with only."},
    ErrorDescription{cannot_open, "cannot_open", io, "A file cannot be opened.", "Check the name and the rights."},
    ErrorDescription{read_failed, "read_failed", io, "Reading failed.", "Check the disk or the program at the other end of the pipe."},
    ErrorDescription{write_failed, "write_failed", io, "Writing failed; a file of that name is as it was before.",
                     "Free some space or check the rights, then run again."},
    ErrorDescription{ErrorCode::internal, "internal", ErrorClass::internal, "The program found itself wrong.",
                     "Please report it, with the command and the input."},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < kDescriptions.size(); ++i)
    if (kDescriptions[i].code != static_cast<ErrorCode>(i)) return false;
  return kDescriptions.back().code == ErrorCode::internal;
}
static_assert(in_order(), "one row for every code, in the order of the enum");

}  // namespace

std::span<const ErrorDescription> error_descriptions() noexcept { return kDescriptions; }

const ErrorDescription& describe(ErrorCode code) noexcept { return kDescriptions[static_cast<std::size_t>(code)]; }

std::string to_string(const ErrorInfo& error) {
  std::string out;
  if (!error.where.file.empty()) {
    out += error.where.file;
    if (error.where.line != 0) {
      out += ':' + std::to_string(error.where.line);
      if (error.where.column != 0) out += ':' + std::to_string(error.where.column);
    }
    out += ": ";
  }
  out += "error: " + error.message + " [";
  out += describe(error.code).name;
  return out + ']';
}

}  // namespace novikoff
