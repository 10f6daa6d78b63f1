// Every rounded operation yields its rounding error as a second number (Dekker, Knuth); the determinant
// becomes a sum of at most 16 such parts, added up as an expansion of parts that do not overlap. The sign of
// the largest is the sign of the sum. Shewchuk, "Adaptive precision floating-point arithmetic and fast robust
// geometric predicates", 1997. Needs -ffp-contract=off.
#include "core/geom/exact_orient.h"

#include <initializer_list>

namespace waystone::internal {
namespace {

struct TwoPart {
  double high;
  double low;
};

TwoPart Sum(double a, double b) {
  const double high = a + b;
  const double b_part = high - a;
  return {high, (a - (high - b_part)) + (b - b_part)};
}

TwoPart Difference(double a, double b) { return Sum(a, -b); }

TwoPart Split(double a) {
  const double scaled = 134217729.0 * a;  // 2^27 + 1
  const double high = scaled - (scaled - a);
  return {high, a - high};
}

TwoPart Product(double a, double b) {
  const double high = a * b;
  const TwoPart as = Split(a);
  const TwoPart bs = Split(b);
  const double error = ((as.high * bs.high - high) + as.high * bs.low + as.low * bs.high) + as.low * bs.low;
  return {high, error};
}

class Expansion {
 public:
  void Add(double value) {
    if (value == 0) return;
    double carry = value;
    for (int i = 0; i < count_; ++i) {
      const TwoPart sum = Sum(carry, parts_[i]);
      carry = sum.high;
      parts_[i] = sum.low;
    }
    parts_[count_++] = carry;
  }
  void AddProduct(TwoPart a, TwoPart b) {
    for (const double x : {a.low, a.high}) {
      for (const double y : {b.low, b.high}) {
        const TwoPart product = Product(x, y);
        Add(product.low);
        Add(product.high);
      }
    }
  }
  int Sign() const {
    for (int i = count_ - 1; i >= 0; --i) {
      if (parts_[i] != 0) return parts_[i] > 0 ? 1 : -1;
    }
    return 0;
  }

 private:
  double parts_[16];
  int count_ = 0;
};

}  // namespace

int OrientSignExact(Vec2 a, Vec2 b, Vec2 c) {
  Expansion det;
  det.AddProduct(Difference(a.x, c.x), Difference(b.z, c.z));
  det.AddProduct(Difference(c.z, a.z), Difference(b.x, c.x));
  return det.Sign();
}

}  // namespace waystone::internal
