// The searches over data of any size.
#pragma once

#include "novikoff/prove/certificate.hpp"
#include "novikoff/prove/margin.hpp"
#include "novikoff/prove/row_passes.hpp"
#include "novikoff/prove/separation.hpp"

namespace novikoff {

Result<Separation> separate_large(RowPasses& rows, const SearchOptions& options);
Result<Certificate> max_margin_large(RowPasses& rows, const Certificate& separator, const MarginOptions& options);

}  // namespace novikoff
