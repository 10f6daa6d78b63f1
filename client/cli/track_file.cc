#include "client/cli/track_file.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <string_view>
#include <vector>

#include "absl/strings/str_split.h"
#include "client/cli/flag_text.h"
#include "core/base/field_limit.h"
#include "core/base/invalid_argument.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "waystone/field_limits.h"

namespace waystone::cli {
namespace {

constexpr size_t kMaxSamples = 1'000'000;

enum Column : size_t { kX, kY, kZ, kTime, kReceived, kState, kColumns };
constexpr std::string_view kNames[kColumns] = {"x", "y", "z", "t", "received", "state"};
constexpr FieldLimit kLimits[kState] = {limits::Track::xyz, limits::Track::xyz, limits::Track::xyz,
                                        limits::Track::time_s, limits::Track::received_s};

class TrackReader {
 public:
  explicit TrackReader(v1::Track& track) : track_(track) {}

  // A line that says something.
  absl::Status Add(const std::string& line) {
    const std::vector<std::string> fields = absl::StrSplit(line, ',');
    if (columns_.empty()) {
      if (std::isalpha(static_cast<unsigned char>(line[0])) != 0) return NameColumns(fields);
      columns_ = {kX, kY, kZ};
      if (fields.size() == 4) columns_.push_back(kTime);
    } else if (!is_named_ && columns_.size() + fields.size() == 7) {
      return InvalidArgument("all lines or none must have times");
    }
    return AddSample(fields);
  }

 private:
  bool Has(Column column) const { return std::ranges::find(columns_, column) != columns_.end(); }

  absl::Status NameColumns(const std::vector<std::string>& names) {
    is_named_ = true;
    for (const std::string& name : names) {
      const auto* const found = std::ranges::find(kNames, name);
      if (found == std::end(kNames)) {
        return InvalidArgument("must name columns: x, y, z, t, received, state; not ", Quoted(name));
      }
      const auto column = static_cast<Column>(found - kNames);
      if (Has(column)) return InvalidArgument("must name every column once; not ", Quoted(name), " twice");
      columns_.push_back(column);
    }
    for (const Column column : {kX, kY, kZ}) {
      if (!Has(column))
        return InvalidArgument("must name the columns x, y and z; not without ", kNames[column]);
    }
    if (Has(kReceived) && !Has(kTime)) return InvalidArgument("`received` needs the column t");
    return absl::OkStatus();
  }

  absl::Status AddSample(const std::vector<std::string>& fields) {
    if (fields.size() != columns_.size()) return Refuse();
    double numbers[kState] = {};
    for (size_t i = 0; i < fields.size(); ++i) {
      const Column column = columns_[i];
      if (column == kState) {
        WS_RETURN_IF_ERROR(AddState(fields[i]));
        continue;
      }
      if (!ParseNumber(fields[i], numbers[column])) return Refuse();
      const FieldLimit& limit = kLimits[column];
      // Written so that NaN fails.
      if (numbers[column] >= limit.min && numbers[column] <= limit.max) continue;
      return InvalidArgument(kNames[column], " must be a number from ", FormatMetres(limit.min), " to ",
                             FormatMetres(limit.max));
    }
    if (track_.xyz_size() / 3 == kMaxSamples) return InvalidArgument("too many samples");
    for (const Column column : {kX, kY, kZ}) track_.add_xyz(numbers[column]);
    if (Has(kTime)) track_.add_time_s(numbers[kTime]);
    if (Has(kReceived)) track_.add_received_s(numbers[kReceived]);
    return absl::OkStatus();
  }

  absl::Status AddState(const std::string& name) {
    if (name.empty()) {
      track_.add_states(v1::MOVE_STATE_UNSPECIFIED);
      return absl::OkStatus();
    }
    WS_ASSIGN_OR_RETURN(const auto state, ParseName<v1::MoveState>("state", name));
    track_.add_states(state);
    return absl::OkStatus();
  }

  absl::Status Refuse() const {
    if (!is_named_) return InvalidArgument("must be x,y,z or x,y,z,t");
    std::string names;
    for (const Column column : columns_) StrAppend(names, names.empty() ? "" : ",", kNames[column]);
    return InvalidArgument("must be ", names, ", as the first line says");
  }

  v1::Track& track_;
  std::vector<Column> columns_;
  bool is_named_ = false;  // by the first line
};

}  // namespace

absl::Status ReadTrackFile(const std::string& path, v1::Track& track) {
  std::ifstream file(path);
  if (!file) return absl::NotFoundError(StrCat("--track: cannot read ", Quoted(path)));
  TrackReader reader(track);
  std::string line;
  for (size_t number = 1; std::getline(file, line); ++number) {
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty() || line.front() == '#') continue;
    const absl::Status status = reader.Add(line);
    if (!status.ok()) return InvalidArgument("--track: ", path, ":", number, ": ", status.message());
  }
  return absl::OkStatus();
}

}  // namespace waystone::cli
