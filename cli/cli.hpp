// What the subcommands share: standard output, messages, signals.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "novikoff/run/certificate_io.hpp"
#include "novikoff/run/options.hpp"
#include "novikoff/run/output.hpp"
#include "novikoff/run/train.hpp"

namespace novikoff::cli {

/// Standard output, buffered. When the reader has gone away, what follows is dropped in silence.
class Stdout {
 public:
  /// Errors: write_failed.
  Status write(std::string_view text);
  Status flush();
  bool closed() const noexcept { return closed_; }

 private:
  std::string buffer_;
  bool closed_ = false;
};

/// Where results go: -o FILE, else standard output.
class Results {
 public:
  static Result<Results> open(const Arguments& arguments);
  static bool names_file(const Arguments& arguments) { return arguments.text("--output").value_or("-") != "-"; }
  Status write(std::string_view text) { return file_ ? file_->write(text) : out_.write(text); }
  /// What was written so far can be read (standard output only; a file appears when it is complete).
  Status flush() { return file_ ? Status{} : out_.flush(); }
  Status commit() { return file_ ? file_->commit() : out_.flush(); }
  /// Nobody reads any more.
  bool closed() const noexcept { return !file_ && out_.closed(); }
  bool to_file() const noexcept { return file_.has_value(); }

 private:
  std::optional<OutputFile> file_;
  Stdout out_;
};

/// The file that a model goes to, opened before the run so that a name that cannot be written is known before the work is done.
class ModelFile {
 public:
  static Result<ModelFile> open(const std::optional<std::string>& path);
  /// Nothing if no file was asked for.
  Status save(const Model& model);

 private:
  std::optional<OutputFile> file_;
};

/// The file that a certificate goes to, opened before the search.
class CertificateOutput {
 public:
  static Result<CertificateOutput> open(const std::optional<std::string>& path);
  /// Nothing if no file was asked for.
  Status save(const CertificateFile& certificate);

 private:
  std::optional<OutputFile> file_;
};

/// The file that a run is saved in again and again: each time whole, or the one before stays. The first is opened before the run.
class CheckpointFile {
 public:
  static Result<CheckpointFile> open(const std::optional<std::string>& path);
  Status save(const Model& model);

 private:
  std::string path_;
  std::optional<OutputFile> next_;
};

/// Prints the error on standard error; gives its exit code.
int fail(const ErrorInfo& error);
/// Prints `text` on standard error.
void say(std::string_view text);
/// Writes `text` on standard output; the exit code.
int print(std::string_view text);

/// SIGINT and SIGTERM ask the run to stop; the second of them ends the program at once.
void catch_signals();
/// SIGINT and SIGTERM end the program at once again.
void leave_signals();
const std::atomic<bool>& interrupted() noexcept;
/// 130 or 143 after a signal, else `code`.
int exit_code(int code) noexcept;
/// Stops a run that was interrupted, and shows how far it is on standard error if that is a terminal (not with -q).
Watch watch_for_signals(const Arguments& arguments);
/// Shows `text` as the progress, which clear_progress wipes off.
void show_progress(std::string_view text);
void clear_progress();

/// Shows `what` and for how many seconds it has been going on, each second, on standard error if that is a terminal (not with -q), as long as it lives: for
/// work that asks nobody whether to go on.
class SecondsShown {
 public:
  SecondsShown(const Arguments& arguments, std::string what);
  ~SecondsShown();
  SecondsShown(const SecondsShown&) = delete;
  SecondsShown& operator=(const SecondsShown&) = delete;

 private:
  void show();

  std::string what_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false;
  std::thread thread_;
};

int train(const Arguments& arguments);
int predict(const Arguments& arguments);
int evaluate(const Arguments& arguments);
int online(const Arguments& arguments);
int inspect(const Arguments& arguments);
int certify(const Arguments& arguments);
int check(const Arguments& arguments);
int convert(const Arguments& arguments);
int generate(const Arguments& arguments);
int demo(const Arguments& arguments);

}  // namespace novikoff::cli
