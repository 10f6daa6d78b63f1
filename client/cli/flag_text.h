// Positions and numbers as they are typed and printed.
#pragma once

#include <google/protobuf/descriptor.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "client/messages.h"
#include "core/base/quoted.h"
#include "core/base/str_cat.h"
#include "core/geom/vec.h"

namespace waystone::cli {

// Three decimal numbers in metres with commas between and nothing else, each finite and at most 1e8 from
// zero. InvalidArgument beginning with `flag` ("--from") and naming the rule broken.
absl::StatusOr<Vec3> ParsePosition(std::string_view flag, std::string_view text);

// How help texts write a place, and a list of places.
inline constexpr char kPlaceForm[] = "X,Y,Z|name:PLACE|world:PLACE";
inline constexpr char kPlacesForm[] = "X,Y,Z|name:PLACE|world:PLACE|@FILE";

// A place of the map: a position, or "name:PLACE" for the place that the map has that name for, or
// "world:PLACE" for one that the world has it for. Errors as ParsePosition. Each flag that takes a place is read so.
absl::StatusOr<v1::Location> ParseLocation(std::string_view flag, std::string_view text,
                                           const std::string& map_id);
// All of them, in order: each text is a place, or "@FILE" with one in each line. Empty lines of a file,
// and lines that begin with #, say nothing. Errors as ParseLocation, naming file and line; NotFound where
// there is no such file.
absl::StatusOr<std::vector<v1::Location>> ParseLocations(std::string_view flag,
                                                         const std::vector<std::string>& texts,
                                                         const std::string& map_id);

// The text before its comma of that number (from 1) and the text behind it; nothing if it has fewer.
std::optional<std::pair<std::string_view, std::string_view>> SplitAtComma(std::string_view text, int number);

// Two decimal numbers with a comma between, whose squares are not both zero; otherwise as ParsePosition.
absl::StatusOr<Vec2> ParseDirection(std::string_view flag, std::string_view text);

// Calls add(name for messages, text) for each text, or, if that is "@FILE", for each line of the file. Empty lines, and lines
// that begin with #, say nothing. The first error of `add`; NotFound beginning with `flag` if there is no such file.
absl::Status ForEachText(std::string_view flag, const std::vector<std::string>& texts,
                         const std::function<absl::Status(std::string_view, std::string_view)>& add);

// All whole numbers in the texts, in order: each text holds some with commas between, or is "@FILE" with the
// same in each line. Empty lines of a file, and lines that begin with #, say nothing. InvalidArgument
// beginning with `flag`, naming file and line; NotFound where there is no such file.
absl::StatusOr<std::vector<uint32_t>> ParseIds(std::string_view flag, const std::vector<std::string>& texts);

// Whether all of the text is one number, which may be infinite or NaN.
bool ParseNumber(std::string_view text, double& number);

// The part before the last "=" of "road=2.5" and the number behind it. InvalidArgument beginning with `flag`:
// must be `form` ("AREA=FACTOR").
absl::StatusOr<std::pair<std::string, double>> ParseNamedNumber(std::string_view flag, std::string_view text,
                                                                std::string_view form);

// The value of the API's Enum with that EnumName, but not 0. InvalidArgument beginning with `flag`, with all
// names.
template <typename Enum>
absl::StatusOr<Enum> ParseName(std::string_view flag, std::string_view text) {
  const google::protobuf::EnumDescriptor& type = *google::protobuf::GetEnumDescriptor<Enum>();
  std::string names;
  for (int i = 0; i < type.value_count(); ++i) {
    const int value = type.value(i)->number();
    if (value == 0) continue;
    const std::string name = client::EnumName(type, value);
    if (absl::EqualsIgnoreCase(name, std::string(text))) return static_cast<Enum>(value);
    names += (names.empty() ? "" : ", ") + name;
  }
  return absl::InvalidArgumentError(StrCat(flag, ": must be one of ", names, "; not ", Quoted(text)));
}

// Checks of numbers, for CLI11: the rule broken, or nothing. (CLI11 itself reads 010 as 8, takes what is too
// large as the largest, and takes nan.)
std::function<std::string(const std::string&)> WholeNumber(uint64_t least, uint64_t most);
std::function<std::string(const std::string&)> NumberInRange(double least, double most);

// The shortest text with millimetres: "1.5", "-20.125".
std::string FormatMetres(double metres);
// The same for a point: "1.5, 0, -20.125".
std::string FormatPosition(const Vec3& at);

}  // namespace waystone::cli
