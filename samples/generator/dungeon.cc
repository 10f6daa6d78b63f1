// Rooms are thrown at random and kept if they fit; each is joined by a bent corridor to the nearest room
// already there, and some to a second one, which closes loops. The secret room is there from the start, and
// nothing is dug through the rock around it.
#include "samples/generator/dungeon.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/base/random.h"

namespace waystone::samples {
namespace {

constexpr int kWidth = 96;
constexpr int kHeight = 64;
constexpr int kCorridor = 2;  // cells wide

// Columns [left, right) and rows [top, bottom).
struct Room {
  int left = 0;
  int top = 0;
  int right = 0;
  int bottom = 0;

  Cell Middle() const { return {(left + right) / 2, (top + bottom) / 2}; }
  bool Overlaps(const Room& other, int margin) const {
    return left < other.right + margin && other.left < right + margin && top < other.bottom + margin &&
           other.top < bottom + margin;
  }
};

constexpr Room kSecret{83, 51, 91, 58};

int SquaredDistance(Cell a, Cell b) {
  return (a.column - b.column) * (a.column - b.column) + (a.row - b.row) * (a.row - b.row);
}

class Digger {
 public:
  explicit Digger(uint64_t seed) : random_(seed) {}

  Dungeon Dig() {
    dungeon_.rows.assign(kHeight, std::string(kWidth, '@'));
    Fill(kSecret, '.');
    PlaceRooms();
    for (size_t k = 1; k < rooms_.size(); ++k) JoinToNearest(k);
    for (size_t k = 0; k < rooms_.size(); ++k) Furnish(rooms_[k], k);
    dungeon_.secret = kSecret.Middle();
    dungeon_.entry = rooms_[0].Middle();
    dungeon_.exit =
        std::ranges::max_element(rooms_, [this](const Room& a, const Room& b) {
          return SquaredDistance(a.Middle(), dungeon_.entry) < SquaredDistance(b.Middle(), dungeon_.entry);
        })->Middle();
    return std::move(dungeon_);
  }

 private:
  void Fill(const Room& room, char letter) {
    for (int row = room.top; row < room.bottom; ++row) {
      for (int column = room.left; column < room.right; ++column) {
        dungeon_.rows[static_cast<size_t>(row)][static_cast<size_t>(column)] = letter;
      }
    }
  }

  int Between(int lo, int hi) {
    return lo + static_cast<int>(random_.NextBelow(static_cast<uint32_t>(hi - lo + 1)));
  }

  void PlaceRooms() {
    for (int tries = 0; tries < 600; ++tries) {
      const int width = Between(6, 15);
      const int height = Between(5, 11);
      const int left = Between(1, kWidth - 1 - width);
      const int top = Between(1, kHeight - 1 - height);
      const Room room{left, top, left + width, top + height};
      if (room.Overlaps(kSecret, 3)) continue;
      if (std::ranges::any_of(rooms_, [&](const Room& r) { return room.Overlaps(r, 2); })) continue;
      Fill(room, '.');
      rooms_.push_back(room);
    }
  }

  // Joins room k to the nearest earlier room, and one time in three to the second nearest.
  void JoinToNearest(size_t k) {
    std::vector<size_t> others(k);
    for (size_t other = 0; other < k; ++other) others[other] = other;
    const Cell from = rooms_[k].Middle();
    std::ranges::stable_sort(others, {},
                             [&](size_t room) { return SquaredDistance(from, rooms_[room].Middle()); });
    const size_t wanted = random_.NextBelow(3) == 0 ? 2 : 1;
    size_t joined = 0;
    for (const size_t other : others) {
      if (joined < wanted && DigCorridor(from, rooms_[other].Middle())) ++joined;
    }
  }

  // An L of two strips, bent one way or the other; neither may come near the secret room.
  bool DigCorridor(Cell a, Cell b) {
    for (const Cell bend : {Cell{a.column, b.row}, Cell{b.column, a.row}}) {
      const Room first = Strip(a, bend);
      const Room second = Strip(bend, b);
      if (first.Overlaps(kSecret, 1) || second.Overlaps(kSecret, 1)) continue;
      Fill(first, '.');
      Fill(second, '.');
      return true;
    }
    return false;
  }

  static Room Strip(Cell a, Cell b) {
    return {std::min(a.column, b.column), std::min(a.row, b.row), std::max(a.column, b.column) + kCorridor,
            std::max(a.row, b.row) + kCorridor};
  }

  // Statues in the corners of large rooms, a pool in every fourth.
  void Furnish(const Room& room, size_t number) {
    const bool large = room.right - room.left >= 9 && room.bottom - room.top >= 7;
    if (!large) return;
    for (const int column : {room.left + 2, room.right - 3}) {
      for (const int row : {room.top + 2, room.bottom - 3}) Fill({column, row, column + 1, row + 1}, 'T');
    }
    if (number % 4 == 1) Fill({room.left + 3, room.top + 3, room.right - 3, room.bottom - 3}, 'S');
  }

  Random random_;
  Dungeon dungeon_;
  std::vector<Room> rooms_;
};

}  // namespace

Vec3 PlaceOf(Cell cell) { return {(cell.column + 0.5) * kDungeonCell, 0, (cell.row + 0.5) * kDungeonCell}; }

std::vector<Landmark> LandmarksOf(const Dungeon& dungeon) {
  return {{"entry", PlaceOf(dungeon.entry)},
          {"exit", PlaceOf(dungeon.exit)},
          {"secret", PlaceOf(dungeon.secret)}};
}

Dungeon MakeDungeon(uint64_t seed) { return Digger(seed).Dig(); }

std::string MapText(const Dungeon& dungeon) {
  std::string text =
      absl::StrCat("type octile\nheight ", dungeon.height(), "\nwidth ", dungeon.width(), "\nmap\n");
  for (const std::string& row : dungeon.rows) absl::StrAppend(&text, row, "\n");
  return text;
}

}  // namespace waystone::samples
