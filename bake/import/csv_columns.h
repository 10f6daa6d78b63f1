// The columns of a table of comma-separated text, by the names in its header.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "bake/import/source_file.h"
#include "core/base/invalid_argument.h"

namespace waystone {

// Which of the columns each field of a row belongs to. A Column has a `name` and `is_required`.
// InvalidArgument for a column that is unknown, doubled or missing.
template <typename Column>
absl::StatusOr<std::vector<const Column*>> ReadCsvHeader(std::span<const std::string_view> names,
                                                         std::span<const Column> columns) {
  std::vector<const Column*> order;
  for (const std::string_view name : names) {
    const auto known = std::ranges::find(columns, name, &Column::name);
    if (known == columns.end()) return InvalidArgument("column '", Printable(name), "' is not known");
    if (std::ranges::find(order, &*known) != order.end()) {
      return InvalidArgument("column '", name, "' is there twice");
    }
    order.push_back(&*known);
  }
  for (const Column& column : columns) {
    if (!column.is_required || std::ranges::find(order, &column) != order.end()) continue;
    return InvalidArgument("the header needs a column '", column.name, "'");
  }
  return order;
}

}  // namespace waystone
