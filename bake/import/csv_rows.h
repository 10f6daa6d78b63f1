// Rows of comma-separated text, with the line of each for messages.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace waystone {

//   CsvRows rows(text);
//   while (rows.Next()) Use(rows.fields(), rows.line());
//
// Lines end in \n or \r\n; empty lines and a UTF-8 byte order mark are passed over; spaces around a field are
// not part of it. There are no quotes: a field cannot hold a comma. Views into the text; one thread.
class CsvRows {
 public:
  explicit CsvRows(std::string_view text);

  // Moves on to the next row; false at the end.
  bool Next();
  std::span<const std::string_view> fields() const { return fields_; }
  uint32_t line() const { return line_; }  // of the row, counted from 1

  // Calls take() for each row left. InvalidArgument if a row has more or fewer fields than this one, the header, or if
  // there are more than `most` rows, which a message calls `what`; and what take() returns, if it fails.
  absl::Status ForEach(size_t most, std::string_view what, absl::FunctionRef<absl::Status()> take);

  // InvalidArgument "line N: ..." for this row.
  absl::Status Error(std::string_view what) const;
  // A finite number in a field; InvalidArgument otherwise. `name` is what a message calls it.
  absl::StatusOr<double> Number(size_t field, std::string_view name) const;
  // An integer from 0 to `max` in a field; InvalidArgument otherwise.
  absl::StatusOr<uint32_t> Integer(size_t field, std::string_view name, uint32_t max) const;

 private:
  std::string_view rest_;
  std::vector<std::string_view> fields_;
  uint32_t line_ = 0;
};

}  // namespace waystone
