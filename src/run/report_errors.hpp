// What certify and check say of conflicts and of the fewest errors.
#pragma once

#include <string>

#include "novikoff/run/certify.hpp"
#include "run/report_parts.hpp"

namespace novikoff {

/// For people: the conflicts with what a person needs to mend the data, the bracket, and the hyperplane. Empty if neither was asked for.
std::string errors_text(const CertifyReport& report);
/// The members `conflicts` and `errors`, those that were asked for.
void write_errors(JsonWriter& json, const CertifyReport& report);

/// Of a certificate with claim errors: what it proves, what it holds, and the member `errors`.
std::string proved_errors_text(const ErrorsProof& proof);
std::string errors_proof_text(const ErrorsProof& proof);
void write_claimed_errors(JsonWriter& json, const Certificate& certificate);

}  // namespace novikoff
