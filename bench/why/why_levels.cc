#include "bench/why/why_levels.h"

#include <array>
#include <cmath>
#include <numbers>

#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/map/agent_profile.h"

namespace waystone {
namespace {

constexpr double kWall_m = 4;  // height

// A mesh drawn along a passage: u along it, v across, turned and moved into the world.
class LevelMesh {
 public:
  LevelMesh(double yaw, const Vec3& at) : cos_(std::cos(yaw)), sin_(std::sin(yaw)), at_(at) {}

  Vec3 At(double u, double y, double v) const {
    return {at_.x + u * cos_ - v * sin_, at_.y + y, at_.z + u * sin_ + v * cos_};
  }

  // All faces look outwards.
  void AddBox(double u0, double u1, double y0, double y1, double v0, double v1) {
    AddQuad({At(u0, y1, v0), At(u0, y1, v1), At(u1, y1, v1), At(u1, y1, v0)});
    AddQuad({At(u0, y0, v0), At(u1, y0, v0), At(u1, y0, v1), At(u0, y0, v1)});
    AddQuad({At(u0, y0, v0), At(u0, y0, v1), At(u0, y1, v1), At(u0, y1, v0)});
    AddQuad({At(u1, y0, v1), At(u1, y0, v0), At(u1, y1, v0), At(u1, y1, v1)});
    AddQuad({At(u1, y0, v0), At(u0, y0, v0), At(u0, y1, v0), At(u1, y1, v0)});
    AddQuad({At(u0, y0, v1), At(u1, y0, v1), At(u1, y1, v1), At(u0, y1, v1)});
  }
  void AddFloor(double u0, double u1, double y, double v0, double v1) { AddBox(u0, u1, y - 0.5, y, v0, v1); }
  void AddRamp(double u0, double u1, double y0, double y1, double v0, double v1) {
    AddQuad({At(u0, y0, v0), At(u0, y0, v1), At(u1, y1, v1), At(u1, y1, v0)});
  }
  void BeginGroup(const char* name) { StrAppend(text_, "g ", name, "\n"); }
  const std::string& text() const { return text_; }

 private:
  void AddQuad(const std::array<Vec3, 4>& corners) {
    for (const Vec3& c : corners) StrAppend(text_, "v ", c.x, " ", c.y, " ", c.z, "\n");
    StrAppend(text_, "f ", vertices_ + 1, " ", vertices_ + 2, " ", vertices_ + 3, " ", vertices_ + 4, "\n");
    vertices_ += 4;
  }

  double cos_;
  double sin_;
  Vec3 at_;
  std::string text_;
  uint32_t vertices_ = 0;
};

class LevelMaker {
 public:
  LevelMaker(uint32_t index, uint64_t seed)
      : random_(seed * 1'000'003 + index),
        mesh_(Draw(0, 2 * std::numbers::pi), {Draw(-200, 200), Draw(-5, 20), Draw(-200, 200)}) {
    agent_.radius_m = Draw(0.3, 0.5);
    agent_.height_m = Draw(1.6, 2.0);
    agent_.max_climb_m = Draw(0.3, 0.5);
    agent_.max_slope_deg = Draw(40, 50);
    length_ = Draw(4, 8);
    half_width_ = Draw(1.5, 2.2);
    room_ = Draw(8, 14);
    half_room_ = Draw(4, 7);
    middle_ = length_ / 2;
  }

  WhyLevel Make(const std::string& kind) {
    (this->*FindMaker(kind))();
    AddRooms();
    WhyLevel level;
    level.from_map = level.to_map = "level";
    level.from = mesh_.At(-room_ + 1.5, start_y_, 0);
    level.to = mesh_.At(length_ + room_ - 1.5, end_y_, 0);
    if (is_back_) std::swap(level.from, level.to);
    level.near_m = std::max(1.0, 2 * agent_.radius_m);
    level.planted = std::move(planted_);
    level.files.emplace_back("level.obj", mesh_.text());
    std::string manifest =
        StrCat("world: why\nmaps:\n  - {id: level, source: level.obj, ", Agents(), extra_, "}\n");
    if (has_portal_) AddSecondMap(level, manifest);
    level.files.emplace_back("world.yaml", manifest);
    return level;
  }

  static constexpr const char* kKinds[] = {
      "step",        "narrow door", "slope",       "low ceiling",  "drop",        "low wall", "corridor",
      "closed door", "ability",     "requirement", "not walkable", "narrow step", "ditch",    "indoor door"};

 private:
  using Maker = void (LevelMaker::*)();
  static Maker FindMaker(const std::string& kind) {
    constexpr Maker kMakers[] = {&LevelMaker::Step,        &LevelMaker::NarrowDoor,  &LevelMaker::Slope,
                                 &LevelMaker::LowCeiling,  &LevelMaker::Drop,        &LevelMaker::LowWall,
                                 &LevelMaker::Corridor,    &LevelMaker::ClosedDoor,  &LevelMaker::Ability,
                                 &LevelMaker::Requirement, &LevelMaker::NotWalkable, &LevelMaker::NarrowStep,
                                 &LevelMaker::Ditch,       &LevelMaker::IndoorDoor};
    size_t i = 0;
    while (kind != kKinds[i]) ++i;
    return kMakers[i];
  }

  double Draw(double low, double high) { return random_.NextInRange(low, high); }
  double Cell() const { return agent_.radius_m / 2; }
  double CellHeight() const { return agent_.radius_m / 4; }

  std::string Agents() const {
    return StrCat("skeleton: false, agents: [{name: human, radius_m: ", agent_.radius_m,
                  ", height_m: ", agent_.height_m, ", max_climb_m: ", agent_.max_climb_m,
                  ", max_slope_deg: ", agent_.max_slope_deg, links_, "}]");
  }

  void Plant(const char* kind, double u0, double u1, double v0, double v1, double y, double measure,
             double tolerance, const char* name = "") {
    planted_.push_back({kind, mesh_.At(u0, y, v0), mesh_.At(u1, y, v1), 0, measure, tolerance, name});
  }

  // The passage's floor, from the first room's height to the second's at a step in its middle.
  void PassageWithStep(double height) {
    end_y_ = height;
    mesh_.AddFloor(0, middle_, 0, -half_width_, half_width_);
    mesh_.AddBox(middle_, length_, -0.5, height, -half_width_, half_width_);
  }
  void PlainPassage() { mesh_.AddFloor(0, length_, 0, -half_width_, half_width_); }

  void Step() {
    const double height = agent_.max_climb_m + Draw(0.15, 5);
    PassageWithStep(height);
    Plant("STEP", middle_, middle_, -half_width_, half_width_, height / 2, height, CellHeight());
  }

  void Drop() {
    const double height = agent_.max_climb_m + Draw(0.15, 6);
    PassageWithStep(height);
    is_back_ = true;
    Plant("DROP", middle_, middle_, -half_width_, half_width_, height / 2, height, CellHeight());
  }

  void LowWall() {
    PlainPassage();
    const double height = agent_.max_climb_m + Draw(0.15, 3);
    const double thick = Draw(0.05, 0.8);
    mesh_.AddBox(middle_ - thick / 2, middle_ + thick / 2, 0, height, -half_width_, half_width_);
    Plant("STEP", middle_, middle_, -half_width_, half_width_, height / 2, height, CellHeight());
  }

  // Walls that leave so much of the passage, somewhere across it.
  double Narrow(double u0, double u1, double width, double top) {
    const double off = Draw(-0.6, 0.6) * (half_width_ - width / 2);
    mesh_.AddBox(u0, u1, 0, top, -half_width_ - 0.1, off - width / 2);
    mesh_.AddBox(u0, u1, 0, top, off + width / 2, half_width_ + 0.1);
    return off;
  }
  double NarrowWidth() { return Draw(0.3, 0.97) * 2 * agent_.radius_m; }

  void NarrowDoor() {
    PlainPassage();
    const double width = NarrowWidth();
    const double thick = Draw(0.1, 0.4);
    const double off = Narrow(middle_ - thick / 2, middle_ + thick / 2, width, kWall_m);
    Plant("WIDTH", middle_, middle_, off, off, 0, width, Cell());
  }

  void Corridor() {
    PlainPassage();
    const double width = NarrowWidth();
    const double off = Narrow(0.5, length_ - 0.5, width, kWall_m);
    Plant("WIDTH", 0.5, length_ - 0.5, off, off, 0, width, Cell());
  }

  // The wall reaches to a ceiling over all.
  void IndoorDoor() {
    NarrowDoor();
    mesh_.AddBox(-room_, length_ + room_, kWall_m, kWall_m + 0.5, -half_room_, half_room_);
  }

  void Ditch() {
    const double depth = agent_.max_climb_m + Draw(0.15, 3);
    const double wide = Draw(0.6, 1) * 2 * agent_.radius_m;
    mesh_.AddFloor(0, middle_ - wide / 2, 0, -half_width_, half_width_);
    mesh_.AddBox(middle_ - wide / 2, middle_ + wide / 2, -depth - 0.5, -depth, -half_width_, half_width_);
    mesh_.AddFloor(middle_ + wide / 2, length_, 0, -half_width_, half_width_);
    mesh_.AddBox(0, length_, -depth - 0.5, 0, -half_room_, -half_width_);
    mesh_.AddBox(0, length_, -depth - 0.5, 0, half_width_, half_room_);
    Plant("STEP", middle_ - wide / 2, middle_ + wide / 2, -half_width_, half_width_, 0, depth, CellHeight());
  }

  void Slope() {
    const double slope_deg = std::min(agent_.max_slope_deg + Draw(2, 35), 84.0);
    const double rise = Draw(1.5, 3);
    const double run = rise / std::tan(slope_deg * std::numbers::pi / 180);
    length_ = run + 1;
    end_y_ = rise;
    mesh_.AddFloor(0, 0.5, 0, -half_width_, half_width_);
    mesh_.AddRamp(0.5, 0.5 + run, 0, rise, -half_width_, half_width_);
    mesh_.AddFloor(0.5 + run, length_, rise, -half_width_, half_width_);
    Plant("SLOPE", 0.5, 0.5 + run, 0, 0, 0, slope_deg, 2);
    planted_.back().to = mesh_.At(0.5 + run, rise, 0);
    planted_.back().half_width_m = half_width_;
  }

  void LowCeiling() {
    PlainPassage();
    const double height = Draw(0.35, 0.97) * agent_.height_m;
    const double thick = Draw(0.2, 2);
    mesh_.AddBox(middle_ - thick / 2, middle_ + thick / 2, height, kWall_m, -half_width_, half_width_);
    Plant("HEADROOM", middle_ - thick / 2, middle_ + thick / 2, 0, 0, 0, height, CellHeight());
    planted_.back().half_width_m = half_width_;
  }

  void ClosedDoor() {
    PlainPassage();
    std::string corners;
    for (const auto& [u, v] : {std::pair(-1, -1), std::pair(1, -1), std::pair(1, 1), std::pair(-1, 1)}) {
      const Vec3 at = mesh_.At(middle_ + u * 0.2, 0, v * half_width_);
      StrAppend(corners, corners.empty() ? "" : ", ", "[", at.x, ", ", at.z, "]");
    }
    const double y = mesh_.At(0, 0, 0).y;
    extra_ = StrCat(", doors: [{name: gate, closed: true, volumes: [{prism: {corners: [", corners,
                    "], bottom_m: ", y - 0.2, ", top_m: ", y + 3, "}}]}]");
    Plant("CLOSED", middle_, middle_, 0, 0, 0, 0, 0, "gate");
  }

  void Ability() {
    const double height = agent_.max_climb_m + Draw(0.3, 2);
    PassageWithStep(height);
    is_back_ = true;
    links_ = ", links: {drop_height_m: 4}";
    Plant("ABILITY", middle_, middle_, -half_width_, half_width_, height / 2, 0, 0, "drop");
  }

  void NotWalkable() {
    mesh_.AddFloor(0, middle_ - 0.8, 0, -half_width_, half_width_);
    mesh_.AddFloor(middle_ + 0.8, length_, 0, -half_width_, half_width_);
    mesh_.BeginGroup("lava");
    mesh_.AddFloor(middle_ - 0.8, middle_ + 0.8, 0, -half_width_, half_width_);
    mesh_.BeginGroup("level");
    extra_ = ", not_walkable: {groups: [lava]}";
    Plant("NOT_WALKABLE", middle_ - 0.8, middle_ + 0.8, 0, 0, 0, 0, 0);
    planted_.back().half_width_m = half_width_;
  }

  void NarrowStep() {
    const double height = agent_.max_climb_m + Draw(0.15, 0.8);
    PassageWithStep(height);
    const double width = NarrowWidth();
    const double off = Narrow(middle_ - 0.4, middle_ + 0.4, width, kWall_m + height);
    Plant("STEP", middle_, middle_, off - width / 2, off + width / 2, height / 2, height, CellHeight());
    Plant("WIDTH", middle_ - 0.4, middle_ + 0.4, off, off, height / 2, width, Cell());
  }

  // The passage is shut; a portal behind the first room leads to a second map.
  void Requirement() {
    PlainPassage();
    mesh_.AddBox(middle_ - 0.2, middle_ + 0.2, 0, kWall_m, -half_width_ - 0.1, half_width_ + 0.1);
    has_portal_ = true;
    Plant("REQUIREMENT", 1, 1, 0, 0, 0, 0, 0, "key");
  }

  void AddSecondMap(WhyLevel& level, std::string& manifest) const {
    const Vec3 gate = mesh_.At(1, 0, 0);
    LevelMesh other(0.3, {0, 0, 0});
    other.AddFloor(-5, 5, 0, -5, 5);
    level.files.emplace_back("other.obj", other.text());
    level.to_map = "other";
    level.to = other.At(3, 0, 2);
    StrAppend(manifest, "  - {id: other, source: other.obj, ", Agents(), "}\nportals:\n",
              "  - {id: gate, kind: walk_on_use, from: {map: level, trigger: {min: [", gate.x - 0.5, ", ",
              gate.y - 0.5, ", ", gate.z - 0.5, "], max: [", gate.x + 0.5, ", ", gate.y + 1.5, ", ",
              gate.z + 0.5, "]}}, to: {map: other, point: [-2, 0, 0]}, requirement: key}\n");
  }

  // The rooms at both ends, the walls beside the passage, and crates that are in nobody's way.
  void AddRooms() {
    mesh_.AddFloor(-room_, 0, 0, -half_room_, half_room_);
    mesh_.AddBox(length_, length_ + room_, -0.5, end_y_, -half_room_, half_room_);
    const double top = std::max(end_y_, 0.0) + kWall_m;
    mesh_.AddBox(0, length_, -0.5, top, -half_room_, -half_width_);
    mesh_.AddBox(0, length_, -0.5, top, half_width_, half_room_);
    for (int i = 0; i < 4; ++i) {
      const bool is_far = i >= 2;
      const double side = i % 2 == 0 ? 1 : -1;
      const double size = Draw(0.4, 1.4);
      const double u = Draw(2, room_ - 3.5);
      const double v = side * (1.4 + Draw(0, half_room_ - 3) + size / 2);
      const double y = is_far ? end_y_ : 0;
      const double from = is_far ? length_ + u : -u;
      mesh_.AddBox(from - size / 2, from + size / 2, y, y + Draw(0.3, 1.8), v - size / 2, v + size / 2);
    }
  }

  Random random_;
  LevelMesh mesh_;
  AgentProfile agent_;
  double length_ = 0;      // [m] of the passage, like all below
  double half_width_ = 0;  // of it
  double room_ = 0;        // along the passage
  double half_room_ = 0;   // across
  double middle_ = 0;      // of the passage
  double start_y_ = 0;
  double end_y_ = 0;
  bool is_back_ = false;  // from the second room to the first
  bool has_portal_ = false;
  std::string links_;
  std::string extra_;
  std::vector<PlantedFix> planted_;
};

}  // namespace

uint32_t CountWhyKinds() { return static_cast<uint32_t>(std::size(LevelMaker::kKinds)); }

WhyLevel MakeWhyLevel(uint32_t index, uint64_t seed) {
  const std::string kind = LevelMaker::kKinds[index % CountWhyKinds()];
  WhyLevel level = LevelMaker(index, seed).Make(kind);
  level.name = StrCat(index, " ", kind);
  return level;
}

}  // namespace waystone
