#include "cli.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "novikoff/run/embedded.hpp"
#include "novikoff/run/model_io.hpp"
#include "novikoff/run/report.hpp"

namespace novikoff::cli {
namespace {

std::atomic<bool> stop_asked{false};
std::atomic<int> signal_number{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free, "set in a signal handler");

extern "C" void on_signal(int number) {
  signal_number = number;
  stop_asked = true;
  wake_inputs();
}

bool progress_shown = false;

}  // namespace

Status Stdout::write(std::string_view text) {
  constexpr std::size_t kBuffer = std::size_t{1} << 16U;
  buffer_ += text;
  return buffer_.size() < kBuffer ? Status{} : flush();
}

Status Stdout::flush() {
  std::size_t done = 0;
  while (!closed_ && done < buffer_.size()) {
    const ssize_t n = ::write(STDOUT_FILENO, buffer_.data() + done, buffer_.size() - done);
    if (n >= 0) {
      done += static_cast<std::size_t>(n);
    } else if (errno == EPIPE) {
      closed_ = true;
    } else if (errno != EINTR) {
      buffer_.clear();
      return ErrorInfo{ErrorCode::write_failed,
                       std::string("standard output cannot be written: ") + std::strerror(errno),
                       {},
                       "check the disk or the program that reads",
                       {}};
    }
  }
  buffer_.clear();
  return {};
}

Result<Results> Results::open(const Arguments& arguments) {
  Results results;
  const auto path = arguments.text("--output");
  if (!path || *path == "-") return results;
  Result<OutputFile> file = OutputFile::create(*path);
  if (!file) return file.error();
  results.file_.emplace(*std::move(file));
  return results;
}

Result<ModelFile> ModelFile::open(const std::optional<std::string>& path) {
  ModelFile model;
  if (!path) return model;
  if (*path == "-") return usage_error("a model goes to a file, not to standard output, where the report stands");
  Result<OutputFile> file = OutputFile::create(*path);
  if (!file) return file.error();
  model.file_.emplace(*std::move(file));
  return model;
}

Status ModelFile::save(const Model& model) {
  if (!file_) return {};
  if (Status written = file_->write(model_bytes(model)); !written) return written;
  return file_->commit();
}

Result<CertificateOutput> CertificateOutput::open(const std::optional<std::string>& path) {
  CertificateOutput output;
  if (!path) return output;
  Result<OutputFile> file = OutputFile::create(*path);
  if (!file) return file.error();
  output.file_.emplace(*std::move(file));
  return output;
}

Status CertificateOutput::save(const CertificateFile& certificate) {
  if (!file_) return {};
  if (Status written = file_->write(certificate_bytes(certificate)); !written) return written;
  return file_->commit();
}

Result<CheckpointFile> CheckpointFile::open(const std::optional<std::string>& path) {
  CheckpointFile checkpoint;
  if (!path) return checkpoint;
  Result<OutputFile> file = OutputFile::create(*path);
  if (!file) return file.error();
  checkpoint.path_ = *path;
  checkpoint.next_.emplace(*std::move(file));
  return checkpoint;
}

Status CheckpointFile::save(const Model& model) {
  if (!next_) return save_model(model, path_);
  OutputFile file = *std::move(next_);
  next_.reset();
  if (Status written = file.write(model_bytes(model)); !written) return written;
  return file.commit();
}

void say(std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(STDERR_FILENO, text.data(), text.size());
    if (n < 0 && errno != EINTR) return;  // there is no one left to tell
    if (n > 0) text.remove_prefix(static_cast<std::size_t>(n));
  }
}

int fail(const ErrorInfo& error) {
  clear_progress();
  say(show_error(error));
  return static_cast<int>(describe(error.code).error_class);
}

int print(std::string_view text) {
  Stdout out;
  Status done = out.write(text);
  if (done) done = out.flush();
  return done ? 0 : fail(done.error());
}

void catch_signals() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

void leave_signals() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

const std::atomic<bool>& interrupted() noexcept { return stop_asked; }

int exit_code(int code) noexcept {
  constexpr int kBySignal = 128;
  return stop_asked && code == 0 ? kBySignal + signal_number : code;
}

void show_progress(std::string_view text) {
  say(text);
  progress_shown = true;
}

void clear_progress() {
  if (progress_shown) say("\r\x1b[K");
  progress_shown = false;
}

Watch watch_for_signals(const Arguments& arguments) {
  const bool show = !arguments.given("--quiet") && ::isatty(STDERR_FILENO) == 1;
  std::uint64_t shown = 0;
  return [show, shown](const Progress& progress) mutable -> std::optional<Stop> {
    if (stop_asked) return Stop::interrupted;
    constexpr std::uint64_t kEvery = std::uint64_t{1} << 20U;
    if (show && progress.counts.seen >= shown + kEvery) {
      shown = progress.counts.seen;
      show_progress(
          fmt::format("\rpass {}, {} seen, {} ", progress.cursor.pass + 1, progress.counts.seen, counted(progress.counts.updates, "update", "updates")));
    }
    return std::nullopt;
  };
}

SecondsShown::SecondsShown(const Arguments& arguments, std::string what) : what_(std::move(what)) {
  if (!arguments.given("--quiet") && ::isatty(STDERR_FILENO) == 1) thread_ = std::thread([this] { show(); });
}

SecondsShown::~SecondsShown() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  ended_.notify_one();
  thread_.join();
  clear_progress();
}

void SecondsShown::show() {
  std::unique_lock lock(mutex_);
  for (int seconds = 1; !ended_.wait_for(lock, std::chrono::seconds(1), [&] { return over_; }); ++seconds)
    show_progress(fmt::format("\r{}, {} s ", what_, seconds));
}

}  // namespace novikoff::cli
