#include "novikoff/run/sha256.hpp"

#include <openssl/evp.h>

#include <array>
#include <exception>

namespace novikoff {
namespace {

constexpr std::string_view kBefore = ",\n  \"sha256\": \"";
constexpr std::string_view kAfter = "\"\n}\n";
constexpr std::size_t kDigits = 64;

// OpenSSL's digest can only fail without memory or with a broken installation; a wrong checksum must never be written then.
void require(bool done) {
  if (!done) std::terminate();
}

}  // namespace

void Sha256::Free::operator()(evp_md_ctx_st* context) const noexcept { EVP_MD_CTX_free(context); }

Sha256::Sha256() : context_(EVP_MD_CTX_new()) { start(); }

void Sha256::start() { require(context_ != nullptr && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1); }

void Sha256::update(std::string_view bytes) { require(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1); }

std::string Sha256::hex() {
  std::string digits = hex_so_far();
  start();
  return digits;
}

std::string Sha256::hex_so_far() const {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  const std::unique_ptr<evp_md_ctx_st, Free> copy(EVP_MD_CTX_new());
  require(copy != nullptr && EVP_MD_CTX_copy_ex(copy.get(), context_.get()) == 1);
  require(EVP_DigestFinal_ex(copy.get(), digest.data(), &size) == 1 && size == kDigits / 2);
  std::string out;
  for (unsigned i = 0; i < size; ++i) {
    out += kHex[digest[i] >> 4U];
    out += kHex[digest[i] & 15U];
  }
  return out;
}

std::string sha256_hex(std::string_view bytes) {
  Sha256 hash;
  hash.update(bytes);
  return hash.hex();
}

void seal(std::string& document) {
  document += kBefore;
  document += sha256_hex(document);
  document += kAfter;
}

std::optional<std::string_view> unsealed(std::string_view document) {
  if (document.size() < kBefore.size() + kDigits + kAfter.size() || !document.ends_with(kAfter)) return std::nullopt;
  const std::size_t digits = document.size() - kAfter.size() - kDigits;
  const std::string_view hashed = document.substr(0, digits);
  if (!hashed.ends_with(kBefore) || sha256_hex(hashed) != document.substr(digits, kDigits)) return std::nullopt;
  return hashed.substr(0, digits - kBefore.size());
}

}  // namespace novikoff
