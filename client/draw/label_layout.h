// Finds room for a route's label beside its line.
#pragma once

#include <cstddef>
#include <vector>

#include "client/draw/page.h"

namespace waystone::draw {

// Places one label per line, away from all lines and from the labels placed before. One owner.
class LabelLayout {
 public:
  // Keeps a reference to the lines.
  explicit LabelLayout(const std::vector<std::vector<PagePoint>>& lines) : lines_(lines) {}

  // Where to anchor (middle of the baseline) a label of so many characters for the line. The same calls give
  // the same places.
  PagePoint Place(size_t line, size_t characters);

 private:
  struct Box {
    PagePoint min;
    PagePoint max;
  };
  // Page units of line and of other labels that lie in the box.
  double Cost(const Box& box) const;

  const std::vector<std::vector<PagePoint>>& lines_;
  std::vector<Box> placed_;
};

}  // namespace waystone::draw
