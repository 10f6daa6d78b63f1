#include "bake/import/obj_scan.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <system_error>

#include "absl/status/status.h"
#include "bake/import/name_table.h"
#include "bake/import/parse_number.h"
#include "bake/import/source_check.h"
#include "bake/import/source_file.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

// Keywords of the format that say nothing about polygons.
constexpr auto kIgnoredKeywords = std::to_array<std::string_view>(
    {"vt",    "vn",    "vp",       "vw",       "l",      "p",      "s",          "t",        "mg",
     "bevel", "lod",   "call",     "csh",      "con",    "end",    "hole",       "parm",     "scrv",
     "sp",    "trim",  "curv",     "curv2",    "surf",   "cstype", "deg",        "bmat",     "step",
     "ctech", "stech", "c_interp", "d_interp", "maplib", "usemap", "shadow_obj", "trace_obj"});

bool IsSpace(char c) { return c == ' ' || c == '\t'; }

// Cuts the next word off the front of `line`; empty at its end.
std::string_view NextWord(std::string_view& line) {
  size_t begin = 0;
  while (begin < line.size() && IsSpace(line[begin])) ++begin;
  size_t end = begin;
  while (end < line.size() && !IsSpace(line[end])) ++end;
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

std::string_view Trim(std::string_view line) {
  while (!line.empty() && IsSpace(line.front())) line.remove_prefix(1);
  while (!line.empty() && IsSpace(line.back())) line.remove_suffix(1);
  return line;
}

// The position index of a corner like 7, 7/1, 7//3 or 7/1/3. Nothing if it is malformed.
std::optional<int64_t> ParseCorner(std::string_view word) {
  std::array<int64_t, 3> parts{};
  size_t part = 0;
  while (true) {
    const size_t slash = std::min(word.find('/'), word.size());
    const std::string_view digits = word.substr(0, slash);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), parts[part]);
    const bool may_be_absent = part == 1 && digits.empty() && slash < word.size();
    if (!may_be_absent && (error != std::errc() || end != digits.data() + digits.size())) return std::nullopt;
    if (slash == word.size()) return parts[0];
    word.remove_prefix(slash + 1);
    if (++part == parts.size()) return std::nullopt;
  }
}

class ObjScanner {
 public:
  explicit ObjScanner(uint64_t max_triangles) : max_triangles_(max_triangles) {}

  absl::StatusOr<ObjScan> Run(std::string_view text);

 private:
  absl::Status TakeLine(std::string_view line);
  absl::Status TakeVertex(std::string_view rest);
  absl::Status TakeFace(std::string_view rest);
  absl::Status TakeCorner(std::string_view word);
  absl::Status TakeLibrary(std::string_view rest);
  absl::Status TakeName(std::string_view keyword, NameTable& table, std::string_view rest);
  absl::Status Error(std::string_view what) const { return InvalidArgument("line ", line_, ": ", what); }

  const uint64_t max_triangles_;
  ObjScan scan_;
  std::string face_text_;
  NameTable materials_;
  NameTable groups_;
  uint32_t line_ = 0;
  uint64_t triangle_count_ = 0;
  uint64_t highest_index_ = 0;  // of a face's corner, from 1
  uint32_t highest_index_line_ = 0;
};

absl::Status ObjScanner::TakeVertex(std::string_view rest) {
  if (scan_.vertex_lines.size() >= kMaxSourceVertices) {
    return Error(StrCat("more than ", kMaxSourceVertices, " vertices"));
  }
  scan_.text += 'v';
  int count = 0;
  for (std::string_view word = NextWord(rest); !word.empty(); word = NextWord(rest), ++count) {
    const std::optional<double> value = ParseNumber(word);
    if (!value) return Error(StrCat("'", Printable(word), "' is not a number"));
    if (!std::isfinite(*value)) return Error(StrCat("coordinate '", Printable(word), "' is not finite"));
    if (count < 3) absl::StrAppend(&scan_.text, " ", ToAbsl(*value == 0 ? "0" : word));
  }
  if (count < 3) return Error(StrCat("a vertex needs 3 coordinates and has ", count));
  scan_.text += '\n';
  scan_.vertex_lines.push_back(line_);
  return absl::OkStatus();
}

absl::Status ObjScanner::TakeCorner(std::string_view word) {
  const std::optional<int64_t> index = ParseCorner(word);
  if (!index) return Error(StrCat("'", Printable(word), "' is not a face corner"));
  const auto vertex_count = static_cast<int64_t>(scan_.vertex_lines.size());
  if (*index == 0) return Error("vertex index 0 (the first vertex is 1)");
  if (*index < -vertex_count) {
    return Error(StrCat("vertex index ", *index, " is out of range: ", vertex_count, " vertices so far"));
  }
  const int64_t absolute = *index > 0 ? *index : vertex_count + *index + 1;
  if (absolute > static_cast<int64_t>(highest_index_)) {
    highest_index_ = static_cast<uint64_t>(absolute);
    highest_index_line_ = line_;
  }
  absl::StrAppend(&face_text_, " ", absolute);
  return absl::OkStatus();
}

absl::Status ObjScanner::TakeFace(std::string_view rest) {
  face_text_ += 'f';
  uint32_t count = 0;
  for (std::string_view word = NextWord(rest); !word.empty(); word = NextWord(rest)) {
    WS_RETURN_IF_ERROR(TakeCorner(word));
    if (++count > kMaxObjFaceCorners) {
      return Error(StrCat("a face has more than ", kMaxObjFaceCorners, " corners"));
    }
  }
  if (count < 3) return Error(StrCat("a face needs 3 corners and has ", count));
  face_text_ += '\n';
  triangle_count_ += count - 2;
  const absl::Status within = CheckTriangleCount(triangle_count_, max_triangles_);
  return within.ok() ? within : Error(std::string(within.message()));
}

absl::Status ObjScanner::TakeLibrary(std::string_view rest) {
  if (Trim(rest).empty()) return absl::OkStatus();
  const absl::Status status = CheckReferencedPath(Trim(rest));
  return status.ok() ? status : Error(StrCat("mtllib: ", status.message()));
}

absl::Status ObjScanner::TakeName(std::string_view keyword, NameTable& table, std::string_view rest) {
  const uint32_t number = table.NumberOf(Trim(rest));
  if (number >= kMaxSourceNames) return Error(StrCat("more than ", kMaxSourceNames, " names"));
  absl::StrAppend(&face_text_, ToAbsl(keyword), " ", number, "\n");
  return absl::OkStatus();
}

absl::Status ObjScanner::TakeLine(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  if (line.find('\0') != std::string_view::npos) return Error("a NUL byte: this is not a text file");
  const std::string_view keyword = NextWord(line);
  if (keyword.empty() || keyword.front() == '#') return absl::OkStatus();
  if (keyword == "v") return TakeVertex(line);
  if (keyword == "f") return TakeFace(line);
  if (keyword == "g" || keyword == "o") return TakeName("g", groups_, line);
  if (keyword == "usemtl") return TakeName("usemtl", materials_, line);
  if (keyword == "mtllib") return TakeLibrary(line);
  if (std::ranges::find(kIgnoredKeywords, keyword) != kIgnoredKeywords.end()) {
    return absl::OkStatus();
  }
  return Error(StrCat("'", Printable(keyword), "' is no keyword of an OBJ file"));
}

absl::StatusOr<ObjScan> ObjScanner::Run(std::string_view text) {
  scan_.text.reserve(text.size() / 2);
  face_text_.reserve(text.size() / 2);
  scan_.text = "mtllib names\n";
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    ++line_;
    WS_RETURN_IF_ERROR(TakeLine(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (highest_index_ > scan_.vertex_lines.size()) {
    line_ = highest_index_line_;
    return Error(StrCat("vertex index ", highest_index_, " is out of range: the file has ",
                        scan_.vertex_lines.size(), " vertices"));
  }
  if (triangle_count_ == 0) {
    return InvalidArgument("line ", line_, ": the file ends without a face (", scan_.vertex_lines.size(),
                           " vertices)");
  }
  scan_.text += face_text_;
  scan_.triangle_count = static_cast<uint32_t>(triangle_count_);
  scan_.materials = materials_.TakeNames();
  scan_.groups = groups_.TakeNames();
  for (size_t i = 1; i < scan_.materials.size(); ++i)
    absl::StrAppend(&scan_.material_text, "newmtl ", i, "\n");
  return std::move(scan_);
}

}  // namespace

absl::StatusOr<ObjScan> ScanObj(std::string_view text, uint64_t max_triangles) {
  return ObjScanner(max_triangles).Run(text);
}

}  // namespace waystone
