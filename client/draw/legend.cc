#include "client/draw/legend.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "client/draw/svg.h"
#include "core/base/str_cat.h"

namespace waystone::draw {
namespace {

constexpr double kRow_px = 25;
constexpr double kTitleSize_px = 26;
constexpr double kTitleRoom_px = 330;  // for letters about 0.7 as wide as their size
constexpr size_t kTitleCharacters = 36;
constexpr size_t kRowCharacters = 28;
constexpr double kNoteLine_px = 16;
constexpr size_t kNoteCharacters = 36;  // of a line
constexpr size_t kNoteLines = 10;

// The text in lines, cut between words; words that are too long for a line are shortened.
std::vector<std::string> Wrapped(std::string_view text) {
  std::vector<std::string> lines(1);
  for (const absl::string_view part : absl::StrSplit(ToAbsl(text), ' ', absl::SkipEmpty())) {
    const std::string word = Shortened({part.data(), part.size()}, kNoteCharacters);
    if (!lines.back().empty() && lines.back().size() + 1 + word.size() > kNoteCharacters) {
      if (lines.size() == kNoteLines) {
        lines.back() += " …";
        return lines;
      }
      lines.emplace_back();
    }
    StrAppend(lines.back(), lines.back().empty() ? "" : " ", word);
  }
  return lines;
}

}  // namespace

void Legend::Title(std::string_view text, std::string_view below) {
  const std::string title = Shortened(text, kTitleCharacters);
  const double size = std::min(kTitleSize_px, kTitleRoom_px / static_cast<double>(title.size()));
  StrAppend(svg_, "<text class=\"title\" font-size=\"", Number(size), "\" x=\"", Number(left_), "\" y=\"",
            Number(y_ + 22), "\">", Escaped(title), "</text>\n<text class=\"small\" x=\"", Number(left_),
            "\" y=\"", Number(y_ + 44), "\">", Escaped(below), "</text>\n");
  y_ += 72;
}

void Legend::Row(std::string_view symbol, std::string_view text) {
  StrAppend(svg_, "<g transform=\"translate(", Number(left_), ",", Number(y_), ")\">", symbol,
            "<text class=\"row\" x=\"40\" y=\"5\">", Escaped(Shortened(text, kRowCharacters)),
            "</text></g>\n");
  y_ += kRow_px;
}

void Legend::Note(std::string_view text) {
  y_ += kNoteLine_px / 2;
  for (const std::string& line : Wrapped(text)) {
    StrAppend(svg_, "<text class=\"small\" x=\"", Number(left_), "\" y=\"", Number(y_), "\">", Escaped(line),
              "</text>\n");
    y_ += kNoteLine_px;
  }
}

}  // namespace waystone::draw
