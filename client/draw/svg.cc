#include "client/draw/svg.h"

#include <cmath>
#include <cstdint>

#include "absl/strings/str_format.h"
#include "core/base/str_cat.h"

namespace waystone::draw {
namespace {

void AppendPair(int32_t x, int32_t y, bool separate, std::string& path) {
  StrAppend(path, separate && x >= 0 ? " " : "", x, y >= 0 ? " " : "", y);
}

void AppendLine(std::span<const PagePoint> line, bool closed, std::string& path) {
  if (line.size() < 2) return;
  StrAppend(path, "M");
  AppendPair(line[0].x, line[0].y, false, path);
  for (size_t i = 1; i < line.size(); ++i) {
    if (i == 1) StrAppend(path, "l");
    AppendPair(line[i].x - line[i - 1].x, line[i].y - line[i - 1].y, i > 1, path);
  }
  if (closed) StrAppend(path, "z");
}

}  // namespace

std::string LoopsPath(std::span<const std::vector<PagePoint>> loops) {
  std::string path;
  for (const std::vector<PagePoint>& loop : loops) AppendLine(loop, true, path);
  return path;
}

std::string LinesPath(std::span<const std::vector<PagePoint>> lines) {
  std::string path;
  for (const std::vector<PagePoint>& line : lines) AppendLine(line, false, path);
  return path;
}

std::string Number(double value) {
  const auto hundredths = static_cast<int64_t>(std::llround(value * 100));
  std::string text = absl::StrFormat("%s%d.%02d", hundredths < 0 ? "-" : "", std::abs(hundredths) / 100,
                                     std::abs(hundredths) % 100);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string At(PagePoint point) {
  return StrCat(Number(static_cast<double>(point.x) / kPageUnitsPerPx), ",",
                Number(static_cast<double>(point.y) / kPageUnitsPerPx));
}

std::string Translate(PagePoint point) { return StrCat("transform=\"translate(", At(point), ")\""); }

std::string LinePath(std::span<const PagePoint> line) {
  std::string path;
  for (size_t i = 0; i < line.size(); ++i) StrAppend(path, i == 0 ? "M" : "L", At(line[i]));
  return path;
}

std::string Shortened(std::string_view text, size_t most_characters) {
  size_t characters = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool starts_character = (static_cast<uint8_t>(text[i]) & 0xc0) != 0x80;
    if (starts_character && ++characters > most_characters) return StrCat(text.substr(0, i), "…");
  }
  return std::string(text);
}

std::string Escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (static_cast<uint8_t>(c) < 0x20 || c == 0x7f) {
      escaped += '?';
    } else if (c == '<' || c == '>' || c == '&' || c == '"' || c == '\'') {
      StrAppend(escaped, "&#", static_cast<int>(c), ";");
    } else {
      escaped += c;
    }
  }
  return escaped;
}

}  // namespace waystone::draw
