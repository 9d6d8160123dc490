#include "novikoff/run/sha256.hpp"

#include <gtest/gtest.h>

namespace novikoff::sha256_test {
namespace {

TEST(Sha256, GivesThePublishedValues) {
  // FIPS 180-4 examples, and the empty message.
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"), "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256_hex(std::string(1000000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, DoesNotDependOnHowTheBytesAreCut) {
  const std::string text(200, 'x');
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    Sha256 hash;
    hash.update(std::string_view(text).substr(0, cut));
    hash.update(std::string_view(text).substr(cut));
    ASSERT_EQ(hash.hex(), sha256_hex(text));
  }
}

TEST(Sha256, IsAsNewAfterTheDigits) {
  Sha256 hash;
  hash.update("something");
  hash.hex();
  hash.update("abc");
  EXPECT_EQ(hash.hex(), sha256_hex("abc"));
}

TEST(Seal, IsMadeOfEveryByteBeforeItsDigits) {
  std::string document = "{\n  \"a\": 1";
  seal(document);
  const std::string before = "{\n  \"a\": 1,\n  \"sha256\": \"";
  EXPECT_EQ(document, before + sha256_hex(before) + "\"\n}\n");
  EXPECT_EQ(unsealed(document), "{\n  \"a\": 1");
}

TEST(Seal, BreaksWithAnyByteChangedAddedOrCutOff) {
  std::string document = "{\n  \"a\": 1";
  seal(document);
  for (std::size_t at = 0; at < document.size(); ++at) {
    std::string changed = document;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    EXPECT_FALSE(unsealed(changed)) << at;
    EXPECT_FALSE(unsealed(document.substr(0, at))) << at;
  }
  EXPECT_FALSE(unsealed(document + "\n"));
  EXPECT_FALSE(unsealed(' ' + document));
}

}  // namespace
}  // namespace novikoff::sha256_test
