// What the program shows of its results: for people as text, for programs as JSON (docs/json.md).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "novikoff/core/error.hpp"
#include "novikoff/data/cache.hpp"
#include "novikoff/run/convert.hpp"
#include "novikoff/run/embedded.hpp"
#include "novikoff/run/predict.hpp"
#include "novikoff/run/train.hpp"

namespace novikoff {

/// An error as a compiler shows one: place, message and code, the line with a caret under the column, the hint. Ends with a line end.
/// Control bytes are made visible, long lines cut around the column. Usage errors take one line.
std::string show_error(const ErrorInfo& error);

/// A number for people: six digits; beyond the doubles a power of two.
std::string shown(double value);
std::string shown(const Scaled& value);

/// Why a run ended, and what that means, in a sentence or two.
std::string stop_in_words(const Model& model);

/// Where a row stands, for people: "file:line".
using Where = std::function<std::string(std::uint64_t row)>;

/// `text` with what a terminal would obey (control characters but line feeds, marks that turn text around) written \x1b, byte by byte:
/// labels and names come from files that nobody vouches for.
std::string printable(std::string_view text);

/// The report of train and online. In JSON, under keep auto the top level speaks of the last weights and `averaged` of its own; under any
/// other keep of what that keep gave. What one streamed pass cannot know is null, with its reason in `null_reasons`.
std::string train_json(const TrainReport& report, const TrainOptions& options);
std::string train_text(const TrainReport& report, const TrainOptions& options, const Where& where);

/// What predict counted besides the report.
struct Predicted {
  std::uint64_t negative = 0, positive = 0;
};
std::string predict_json(const Model& model, const PredictReport& report, const Predicted& predicted);
/// One line about features that the model does not know; empty if there were none.
std::string unseen_text(const PredictReport& report);
/// A note if ReadOptions::unlabelled_count decided that the rows have no labels; empty otherwise.
std::string unlabelled_text(const ReadOptions& reading, const Schema& schema);

std::string evaluate_json(const Model& model, const PredictReport& report);
std::string evaluate_text(const Model& model, const PredictReport& report);

std::string convert_json(std::uint64_t rows, const Schema& schema, ConvertTo to);

std::string inspect_json(const Model& model);
/// The `top` largest weights by size; 0: all.
std::string inspect_text(const Model& model, std::uint64_t top);

/// What a cache holds, all of which was looked at.
std::string inspect_json(const CacheCheck& check);
std::string inspect_text(const CacheCheck& check);

/// What is known of an embedded set.
std::string embedded_json(const EmbeddedSet& set);
std::string embedded_text(const EmbeddedSet& set);

/// One line of the progressive table of an online run, and its head.
std::string online_head();
std::string online_line(const Counts& counts);
/// The progressive error rate of a stream, mistakes/seen, with its 95 % Wilson score interval (wilson_interval); empty if nothing was seen.
std::string progressive_text(const Counts& counts);
/// What the updates of a stream say of every hyperplane's margin on its rows; empty if nothing.
std::string margin_seen_text(const MarginInterval& margin);

/// The name of feature `j` (from 0): its column's name, or its number in the file's index base.
std::string feature_name(const Provenance& source, std::uint64_t j);

/// A remark if the header looks like data; empty if it does not.
std::string header_remark(const std::vector<std::string>& names);

}  // namespace novikoff
