// SHA-256 (FIPS 180-4), and how a JSON document carries its own.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct evp_md_ctx_st;  // OpenSSL's EVP_MD_CTX, so that its headers stay out of here

namespace novikoff {

/// The SHA-256 of bytes that come in pieces. The pieces' borders do not matter.
class Sha256 {
 public:
  Sha256();
  void update(std::string_view bytes);
  /// The 64 lower-case hex digits of all bytes so far; afterwards the object is as new.
  std::string hex();
  /// The same digits, and more bytes may follow.
  std::string hex_so_far() const;

 private:
  struct Free {
    void operator()(evp_md_ctx_st* context) const noexcept;
  };
  void start();
  std::unique_ptr<evp_md_ctx_st, Free> context_;
};

std::string sha256_hex(std::string_view bytes);

/// Ends a JSON object that is still open: appends the member "sha256", whose value is the SHA-256 of every byte of `document` before
/// the first of its hex digits, and the closing brace and line end. Requires at least one member on a line of its own.
void seal(std::string& document);

/// The part of a sealed document before the seal (the object is still open there); nullopt if the document does not end with a
/// seal or was changed in any byte.
std::optional<std::string_view> unsealed(std::string_view document);

}  // namespace novikoff
