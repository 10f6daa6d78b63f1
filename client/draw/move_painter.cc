#include "client/draw/move_painter.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <string_view>
#include <vector>

#include "client/draw/palette.h"
#include "client/draw/svg.h"
#include "core/base/str_cat.h"

namespace waystone::draw {
namespace {

constexpr size_t kMostNotes = 4;
constexpr double kLeastFocus_m = 12;    // side of a picture of moves alone
constexpr double kFocusMargin_m = 2.5;  // around them
constexpr std::string_view kUnjudged = "#5b554c";

struct CorrectionSymbol {
  CorrectionOverlay::Kind kind;
  std::string_view id;
  std::string_view text;
};
constexpr CorrectionSymbol kSymbols[] = {
    {CorrectionOverlay::Kind::kSlide, "slide", "may slide to"},
    {CorrectionOverlay::Kind::kFurthest, "furthest", "furthest legal place"},
    {CorrectionOverlay::Kind::kLastGood, "lastgood", "may go back to"},
};

const CorrectionSymbol& SymbolOf(CorrectionOverlay::Kind kind) {
  return *std::ranges::find(kSymbols, kind, &CorrectionSymbol::kind);
}

// A move on the page, in its parts.
class MovePage {
 public:
  MovePage(const MoveOverlay& move, const Projection& project, const Vec3& origin)
      : move_(move), project_(project), origin_(origin) {
    for (const Vec3& sample : move.samples) samples_.push_back(At(sample));
    good_count_ = move.is_legal ? samples_.size() : std::min(move.bad_sample, samples_.size() - 1);
  }

  void AppendTo(std::string& svg) const {
    const std::span<const PagePoint> samples = samples_;
    AppendLine("move", kLegal, samples.first(good_count_), svg);
    if (!move_.is_legal) AppendBadPart(svg);
    AppendDots(kLegal, samples.first(good_count_), svg);
    StrAppend(svg, "<circle class=\"from\" r=\"3.5\" fill=\"", good_count_ > 0 ? kLegal : kIllegal, "\" ",
              Translate(samples.front()), "/>\n");
    AppendArrow(svg);
    if (move_.is_legal) return;
    if (move_.last_good) {
      StrAppend(svg, "<circle class=\"good\" r=\"6\" ", Translate(At(*move_.last_good)), "/>\n");
    }
    for (const CorrectionOverlay& correction : move_.corrections) {
      StrAppend(svg, "<use href=\"#", SymbolOf(correction.kind).id, "\" class=\"corrected\" ",
                Translate(At(correction.at)), "/>\n");
    }
    if (!move_.violated_at) return;
    StrAppend(svg, "<use href=\"#cross\" stroke=\"", kIllegal, "\" ", Translate(At(*move_.violated_at)),
              "/>\n");
  }

 private:
  PagePoint At(const Vec3& at) const { return project_(at - origin_); }

  static void AppendLine(std::string_view kind, std::string_view colour, std::span<const PagePoint> line,
                         std::string& svg) {
    if (line.size() < 2) return;
    const std::string path = LinePath(line);
    StrAppend(svg, "<path class=\"casing thin\" d=\"", path, "\"/>\n<path class=\"", kind, "\" stroke=\"",
              colour, "\" d=\"", path, "\"/>\n");
  }

  static void AppendDots(std::string_view colour, std::span<const PagePoint> dots, std::string& svg) {
    if (dots.empty()) return;
    std::string path;
    for (const PagePoint dot : dots) StrAppend(path, "M", waystone::draw::At(dot), "h0");
    StrAppend(svg, "<path class=\"sample\" stroke=\"", colour, "\" d=\"", path, "\"/>\n");
  }

  void AppendBadPart(std::string& svg) const {
    const std::span<const PagePoint> samples = samples_;
    const std::span<const PagePoint> later = samples.subspan(good_count_);
    AppendLine("move unjudged", kUnjudged, later, svg);
    if (later.size() > 1) AppendDots(kUnjudged, later.subspan(1), svg);
    std::vector<PagePoint> walk;
    for (const Vec3& point : move_.walk) walk.push_back(At(point));
    AppendLine("legalwalk", kLegal, walk, svg);
    if (good_count_ > 0) AppendLine("move denied", kIllegal, samples.subspan(good_count_ - 1, 2), svg);
    AppendDots(kIllegal, later.first(1), svg);
  }

  // At the last sample, in the direction of the last step.
  void AppendArrow(std::string& svg) const {
    if (samples_.size() < 2) return;
    const PagePoint from = samples_[samples_.size() - 2];
    const PagePoint to = samples_.back();
    const double angle = std::atan2(static_cast<double>(to.y) - from.y, static_cast<double>(to.x) - from.x);
    const std::string_view colour = good_count_ == samples_.size()       ? kLegal
                                    : good_count_ + 1 == samples_.size() ? kIllegal
                                                                         : kUnjudged;
    StrAppend(svg, "<use href=\"#arrow\" fill=\"", colour, "\" transform=\"translate(",
              waystone::draw::At(to), ") rotate(", Number(angle * 57.29577951308232), ")\"/>\n");
  }

  const MoveOverlay& move_;
  const Projection& project_;
  const Vec3& origin_;
  std::vector<PagePoint> samples_;
  size_t good_count_ = 0;
};

std::string ArrowSymbol(std::string_view colour) {
  return StrCat("<path class=\"move\" stroke=\"", colour, "\" d=\"M2 0H20\"/><use href=\"#arrow\" fill=\"",
                colour, "\" x=\"25\"/>");
}

}  // namespace

void AppendMoves(std::span<const MoveOverlay> moves, const Projection& project, const Vec3& origin,
                 std::string& svg) {
  for (const MoveOverlay& move : moves) MovePage(move, project, origin).AppendTo(svg);
}

void AppendMoveRows(std::span<const MoveOverlay> moves, Legend& legend) {
  bool legal = false;
  bool last_good = false;
  bool walk = false;
  std::set<std::string> reasons;
  std::set<CorrectionOverlay::Kind> corrections;
  for (const MoveOverlay& move : moves) {
    if (move.is_legal) {
      legal = true;
      continue;
    }
    reasons.insert(move.reason);
    last_good = last_good || move.last_good.has_value();
    walk = walk || move.walk.size() > 1;
    for (const CorrectionOverlay& correction : move.corrections) corrections.insert(correction.kind);
  }
  if (legal) legend.Row(ArrowSymbol(kLegal), "legal move");
  for (const std::string& reason : reasons) {
    legend.Row(ArrowSymbol(kIllegal), StrCat("illegal move", reason.empty() ? "" : ": ", reason));
  }
  if (last_good) legend.Row("<circle class=\"good\" r=\"6\" cx=\"14\"/>", "last good place");
  if (walk) {
    legend.Row(StrCat("<path class=\"legalwalk\" stroke=\"", kLegal, "\" d=\"M2 0H26\"/>"),
               "shortest walk there");
  }
  for (const CorrectionOverlay::Kind kind : corrections) {
    const CorrectionSymbol& symbol = SymbolOf(kind);
    legend.Row(StrCat("<use href=\"#", symbol.id, "\" class=\"corrected\" x=\"14\"/>"), symbol.text);
  }
  size_t notes = 0;
  for (const MoveOverlay& move : moves) {
    if (!move.is_legal && !move.evidence.empty() && notes++ < kMostNotes) legend.Note(move.evidence);
  }
}

void AppendMoveStyle(std::string& svg) {
  StrAppend(svg,
            "<defs>\n"
            "<path id=\"arrow\" stroke=\"#fff\" d=\"M3 0L-8 5.5-5.5 0-8-5.5z\"/>\n"
            "<path id=\"slide\" d=\"M0-6L6 5H-6z\"/>\n"
            "<circle id=\"furthest\" r=\"5\"/>\n"
            "<path id=\"lastgood\" d=\"M-5-5H5V5H-5z\"/>\n"
            "</defs>\n<style>\n"
            ".move{fill:none;stroke-width:2.6;stroke-linecap:round;stroke-linejoin:round}\n"
            ".move.denied{stroke-dasharray:3 5}\n"
            ".move.unjudged{stroke-width:1.6;stroke-dasharray:1 5}\n"
            ".legalwalk{fill:none;stroke-width:1.6;stroke-dasharray:7 4;stroke-linejoin:round}\n"
            ".sample{fill:none;stroke-width:5.5;stroke-linecap:round}\n"
            ".from{stroke:#fff;stroke-width:1.2}\n"
            ".good{fill:none;stroke:",
            kInk,
            ";stroke-width:1.6}\n"
            ".corrected{fill:none;stroke:",
            kLegal,
            ";stroke-width:2.4}\n"
            "</style>\n");
}

PlaneBox GroundAround(std::span<const MoveOverlay> moves) {
  PlaneBox box{moves[0].samples[0].Plane(), moves[0].samples[0].Plane()};
  const auto add = [&box](const Vec3& at) {
    box.min = {std::min(box.min.x, at.x), std::min(box.min.z, at.z)};
    box.max = {std::max(box.max.x, at.x), std::max(box.max.z, at.z)};
  };
  for (const MoveOverlay& move : moves) {
    std::ranges::for_each(move.samples, add);
    std::ranges::for_each(move.walk, add);
    std::ranges::for_each(move.corrections, add, &CorrectionOverlay::at);
    if (move.violated_at) add(*move.violated_at);
  }
  const Vec2 middle = (box.min + box.max) * 0.5;
  const Vec2 half = {std::max(box.max.x - middle.x + kFocusMargin_m, kLeastFocus_m / 2),
                     std::max(box.max.z - middle.z + kFocusMargin_m, kLeastFocus_m / 2)};
  return {middle - half, middle + half};
}

}  // namespace waystone::draw
