// The column beside a map: title, and what colours and symbols mean.
#pragma once

#include <string>
#include <string_view>

namespace waystone::draw {

inline constexpr double kLegendWidth_px = 270;

// Writes rows from top to bottom. Keeps a reference to `svg`.
class Legend {
 public:
  Legend(double left_px, double top_px, std::string& svg) : left_(left_px), y_(top_px), svg_(svg) {}

  // Long titles get small letters, longer ones are cut.
  void Title(std::string_view text, std::string_view below);
  // `symbol` is SVG drawn around (14, 0); the text is escaped here.
  void Row(std::string_view symbol, std::string_view text);
  // Text in small letters over all of the column, in as many lines as it takes, up to some.
  void Note(std::string_view text);
  void Gap() { y_ += 12; }

  // Where the next row would be.
  double y() const { return y_; }

 private:
  double left_;
  double y_;
  std::string& svg_;
};

}  // namespace waystone::draw
