// Certificates as files: versioned JSON with a checksum (docs/formats.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "novikoff/core/error.hpp"
#include "novikoff/learn/model.hpp"
#include "novikoff/prove/certificate.hpp"

namespace novikoff {

/// The newest: of certificates with a kernel. Those without one have version 1.
inline constexpr unsigned kCertificateVersion = 2;

/// A certificate, the examples that it is about, and what their labels and columns were called.
struct CertificateFile {
  Certificate certificate;
  ExamplesSeen examples;  ///< sha256: examples_sha256(ExactRows)
  Provenance source;      ///< both classes known
};

/// The bytes of the file, checksum included. Equal certificates give equal bytes, everywhere.
std::string certificate_bytes(const CertificateFile& file);

/// The certificate in `bytes`. Its form is checked, not what it proves (check.hpp); what it makes the program allocate, here and when it is checked, is
/// bounded by `memory`. Errors: certificate_invalid (says where), certificate_version_newer, checksum_mismatch, memory_limit.
Result<CertificateFile> parse_certificate(std::string_view bytes, const std::string& name, std::uint64_t memory);

/// Reads and parses. Errors: cannot_open, read_failed, and those of parse_certificate.
Result<CertificateFile> load_certificate(const std::string& path, std::uint64_t memory);

/// A certificate if the file begins as one, else a model, which may lack the data that it refers to (MissingData::show). Errors: those of load_certificate and
/// load_model.
Result<std::variant<Model, CertificateFile>> load_any(const std::string& path, std::uint64_t memory);

}  // namespace novikoff
