// The manual page, in the man macros that groff, mandoc and man-db know.
#include <array>
#include <ostream>

#include "docs.hpp"
#include "novikoff/run/embedded.hpp"

namespace novikoff::docs {
namespace {

struct Exit {
  std::string_view code, meaning;
};

constexpr std::array kExits = {Exit{"0", "done"},
                               Exit{"1", "a negative answer: check refused, certify found something else than --expect says or no certificate for -o"},
                               Exit{"2", "usage: the command line asks for what there is not"},
                               Exit{"3", "bad data"},
                               Exit{"4", "input or output failed"},
                               Exit{"5", "an internal error"},
                               Exit{"130", "interrupted (SIGINT); the model is written as far as it is, or with --checkpoint the run is saved"},
                               Exit{"143", "terminated (SIGTERM); likewise"}};

// Text that roff leaves alone. Hyphens are made minus signs, so that options can be copied from the page.
std::string escaped(std::string_view text) {
  std::string out;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
    line_begins = c == '\n';
  }
  return out;
}

std::string bold(std::string_view text) { return "\\fB" + escaped(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + escaped(text) + "\\fR"; }

void example(std::ostream& out, std::string_view lines) { out << ".PP\n.nf\n.RS\n" << escaped(lines) << "\n.RE\n.fi\n"; }

void command(std::ostream& out, const CommandRow& row) {
  out << ".SS " << escaped(row.name) << "\n.PP\n" << bold("novikoff " + std::string(row.name)) << ' ' << escaped(row.arguments) << " [OPTIONS]\n.PP\n";
  out << escaped(row.details) << '\n';
  example(out, row.examples);
}

void option(std::ostream& out, const OptionRow& row) {
  out << ".TP\n";
  if (!row.letter.empty()) out << bold(row.letter) << ", ";
  out << bold(row.name);
  if (row.kind == ValueKind::choice)
    out << ' ' << italic(row.values);
  else if (!row.metavar.empty())
    out << ' ' << italic(row.metavar);
  out << '\n' << escaped(row.meaning) << '\n';
  if (!row.fallback.empty()) out << "Default: " << escaped(row.fallback) << ".\n";
  if (!row.source.empty()) out << '(' << escaped(row.source) << ")\n";
  out << "Commands: " << escaped(joined(commands_of(row), ", ")) << ".\n";
}

void options(std::ostream& out) {
  std::string_view group;
  for (const OptionRow& row : option_rows()) {
    if (row.group != group) out << ".SS " << escaped(row.group) << '\n';
    group = row.group;
    option(out, row);
  }
}

void sets(std::ostream& out) {
  for (const EmbeddedSet& set : embedded_sets())
    out << ".TP\n" << bold("@" + std::string(set.name)) << (set.sized ? ":" + italic("N") : "") << '\n' << escaped(set.title) << ".\n";
}

}  // namespace

void print_man(std::ostream& out) {
  out << ".\\\" -*- coding: utf-8 -*-\n.\\\" Made from the table of options.\n.TH NOVIKOFF 1 \"\" \"novikoff " NOVIKOFF_VERSION "\" \"User commands\"\n"
      << ".SH NAME\nnovikoff \\- the perceptron toolkit that proves its answers\n"
      << ".SH SYNOPSIS\n.B novikoff\n.I COMMAND\n[ARGUMENTS] [OPTIONS]\n.br\n.B novikoff\n.I COMMAND\n.B \\-\\-help\n.br\n.B novikoff \\-\\-version\n"
      << ".SH DESCRIPTION\nnovikoff learns a hyperplane from labelled rows and reports exactly what happened.\n"
      << "Data are LIBSVM text or CSV, plain, gzip or zstd; \\- is standard input; @name is an embedded set.\n.SH COMMANDS\n";
  for (const CommandRow& row : command_rows()) command(out, row);
  out << ".SH OPTIONS\n";
  options(out);
  out << ".SH EMBEDDED SETS\n";
  sets(out);
  out << ".SH EXIT STATUS\n";
  for (const Exit& exit : kExits) out << ".TP\n" << bold(exit.code) << '\n' << escaped(exit.meaning) << ".\n";
}

}  // namespace novikoff::docs
