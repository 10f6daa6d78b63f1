#include "client/draw/legend.h"

#include <algorithm>
#include <cstddef>

#include "client/draw/svg.h"
#include "core/base/str_cat.h"

namespace waystone::draw {
namespace {

constexpr double kRow_px = 25;
constexpr double kTitleSize_px = 26;
constexpr double kTitleRoom_px = 330;  // for letters about 0.7 as wide as their size
constexpr size_t kTitleCharacters = 36;
constexpr size_t kRowCharacters = 28;

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

}  // namespace waystone::draw
