#include "bake/import/grid_image.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <png.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/random.h"

namespace waystone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Picture {
  uint32_t columns = 0;
  uint32_t rows = 0;
  int depth = 8;
  int color_type = PNG_COLOR_TYPE_RGB;
  bool is_interlaced = false;
  std::vector<uint8_t> bytes;  // packed rows
  std::vector<png_color> palette = {};
};

std::string Encode(const Picture& picture) {
  std::string out;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(
      png, &out,
      [](png_structp p, png_bytep data, size_t count) {
        static_cast<std::string*>(png_get_io_ptr(p))->append(reinterpret_cast<char*>(data), count);
      },
      nullptr);
  png_set_IHDR(png, info, picture.columns, picture.rows, picture.depth, picture.color_type,
               picture.is_interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  if (!picture.palette.empty()) {
    png_set_PLTE(png, info, picture.palette.data(), static_cast<int>(picture.palette.size()));
  }
  png_write_info(png, info);
  std::vector<uint8_t> bytes = picture.bytes;
  std::vector<png_bytep> rows;
  for (uint32_t row = 0; row < picture.rows; ++row) {
    rows.push_back(bytes.data() + row * (bytes.size() / picture.rows));
  }
  png_write_image(png, rows.data());
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return out;
}

absl::StatusOr<GridCells> Read(std::string_view bytes, const CellRules& rules = {}) {
  CellAreas areas({}, rules);
  return ReadGridImage(bytes, rules, areas);
}

std::vector<uint8_t> AreasOf(const Picture& picture, const CellRules& rules = {}) {
  const absl::StatusOr<GridCells> cells = Read(Encode(picture), rules);
  EXPECT_TRUE(cells.ok()) << cells.status();
  if (!cells.ok()) return {};
  EXPECT_EQ(cells->columns, picture.columns);
  EXPECT_EQ(cells->rows, picture.rows);
  return cells->areas;
}

TEST(GridImage, BrightIsGroundAndDarkIsBlocked) {
  EXPECT_THAT(
      AreasOf({.columns = 3,
               .rows = 2,
               .bytes = {255, 255, 255, 0, 0, 0, 128, 128, 128, 127, 127, 127, 0, 255, 0, 255, 0, 255}}),
      ElementsAre(1, 0, 1, 0, 1, 0));
}

TEST(GridImage, ColoursHaveTheAreasOfTheRules) {
  CellRules rules;
  rules.colors = {{0x0000ff, "water"}, {0xffffff, "blocked"}, {0x000000, "ground"}};
  EXPECT_THAT(
      AreasOf({.columns = 4, .rows = 1, .bytes = {0, 0, 255, 255, 255, 255, 0, 0, 0, 0, 0, 254}}, rules),
      ElementsAre(2, 0, 1, 0));
}

TEST(GridImage, EveryKindOfPictureIsRead) {
  EXPECT_THAT(AreasOf({.columns = 3, .rows = 1, .color_type = PNG_COLOR_TYPE_GRAY, .bytes = {127, 128, 255}}),
              ElementsAre(0, 1, 1));
  EXPECT_THAT(
      AreasOf(
          {.columns = 10, .rows = 1, .depth = 1, .color_type = PNG_COLOR_TYPE_GRAY, .bytes = {0xa5, 0x40}}),
      ElementsAre(1, 0, 1, 0, 0, 1, 0, 1, 0, 1));
  EXPECT_THAT(AreasOf({.columns = 2,
                       .rows = 1,
                       .depth = 16,
                       .color_type = PNG_COLOR_TYPE_GRAY,
                       .bytes = {0xff, 0xff, 0x10, 0xff}}),
              ElementsAre(1, 0));
  EXPECT_THAT(AreasOf({.columns = 3,
                       .rows = 1,
                       .color_type = PNG_COLOR_TYPE_PALETTE,
                       .bytes = {0, 1, 0},
                       .palette = {{0, 0, 0}, {250, 250, 250}}}),
              ElementsAre(0, 1, 0));
  EXPECT_THAT(AreasOf({.columns = 2,
                       .rows = 1,
                       .color_type = PNG_COLOR_TYPE_RGB_ALPHA,
                       .bytes = {255, 255, 255, 128, 255, 255, 255, 127}}),
              ElementsAre(1, 0));
}

TEST(GridImage, AnInterlacedPictureIsTheSame) {
  Random random(3);
  Picture picture{.columns = 37, .rows = 23, .color_type = PNG_COLOR_TYPE_GRAY, .bytes = {}};
  for (uint32_t i = 0; i < 37 * 23; ++i) picture.bytes.push_back(static_cast<uint8_t>(random.NextBelow(256)));
  const std::vector<uint8_t> plain = AreasOf(picture);
  picture.is_interlaced = true;
  EXPECT_EQ(AreasOf(picture), plain);
}

TEST(GridImage, AFileCutOffAnywhereIsRefused) {
  for (const bool is_interlaced : {false, true}) {
    const std::string bytes = Encode({.columns = 9,
                                      .rows = 3,
                                      .color_type = PNG_COLOR_TYPE_GRAY,
                                      .is_interlaced = is_interlaced,
                                      .bytes = std::vector<uint8_t>(27, 255)});
    for (size_t length = 0; length < bytes.size(); ++length) {
      const absl::StatusOr<GridCells> cells = Read(bytes.substr(0, length));
      ASSERT_EQ(cells.status().code(), absl::StatusCode::kInvalidArgument) << length;
      EXPECT_THAT(std::string(cells.status().message()), HasSubstr("not a PNG that can be read: "));
    }
  }
}

TEST(GridImage, DamageAndSizesBeyondTheLimitAreRefused) {
  const Picture small{
      .columns = 9, .rows = 3, .color_type = PNG_COLOR_TYPE_GRAY, .bytes = std::vector<uint8_t>(27, 255)};
  const std::string bytes = Encode(small);
  Random random(4);
  for (int round = 0; round < 2000; ++round) {
    std::string damaged = bytes;
    damaged[random.NextBelow(static_cast<uint32_t>(bytes.size()))] = static_cast<char>(random.NextBelow(256));
    const absl::StatusOr<GridCells> cells = Read(damaged);  // must not crash
    if (!cells.ok()) continue;
    EXPECT_EQ(cells->areas.size(), size_t{cells->columns} * cells->rows);
  }
  const Picture wide{.columns = 8193,
                     .rows = 1,
                     .color_type = PNG_COLOR_TYPE_GRAY,
                     .bytes = std::vector<uint8_t>(8193, 255)};
  EXPECT_THAT(std::string(Read(Encode(wide)).status().message()),
              HasSubstr("8193 x 1 pixels, the limit is 8192 a side"));
}

}  // namespace
}  // namespace waystone
