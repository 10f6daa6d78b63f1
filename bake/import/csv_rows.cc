#include "bake/import/csv_rows.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "bake/import/parse_number.h"
#include "bake/import/source_file.h"
#include "core/base/byte_order_mark.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

std::string_view Trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

}  // namespace

CsvRows::CsvRows(std::string_view text) : rest_(WithoutByteOrderMark(text)) {}

bool CsvRows::Next() {
  fields_.clear();
  while (!rest_.empty()) {
    const size_t end = std::min(rest_.find('\n'), rest_.size());
    std::string_view row = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++line_;
    if (!row.empty() && row.back() == '\r') row.remove_suffix(1);
    if (Trim(row).empty()) continue;
    while (true) {
      const size_t comma = std::min(row.find(','), row.size());
      fields_.push_back(Trim(row.substr(0, comma)));
      if (comma == row.size()) return true;
      row.remove_prefix(comma + 1);
    }
  }
  return false;
}

absl::Status CsvRows::ForEach(size_t most, std::string_view what, absl::FunctionRef<absl::Status()> take) {
  const size_t count = fields_.size();
  for (size_t rows = 1; Next(); ++rows) {
    if (fields_.size() != count) return Error(StrCat(fields_.size(), " fields, not ", count));
    if (rows > most) return Error(StrCat("more than ", most, " ", what));
    WS_RETURN_IF_ERROR(take());
  }
  return absl::OkStatus();
}

absl::Status CsvRows::Error(std::string_view what) const {
  return InvalidArgument("line ", line_, ": ", what);
}

absl::StatusOr<double> CsvRows::Number(size_t field, std::string_view name) const {
  const std::optional<double> value = ParseNumber(fields_[field]);
  if (!value) return Error(StrCat(name, " '", Printable(fields_[field]), "' is not a number"));
  if (!std::isfinite(*value)) return Error(StrCat(name, " '", Printable(fields_[field]), "' is not finite"));
  return *value;
}

absl::StatusOr<uint32_t> CsvRows::Integer(size_t field, std::string_view name, uint32_t max) const {
  const std::string_view text = fields_[field];
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size() && value <= max) return value;
  return Error(StrCat(name, " '", Printable(text), "' is not an integer from 0 to ", max));
}

}  // namespace waystone
