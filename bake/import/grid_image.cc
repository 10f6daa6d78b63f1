// libpng reports errors by jumping out of its calls: no function that sets such a jump has anything to
// destroy.
#include "bake/import/grid_image.h"

#include <png.h>

#include <cstring>
#include <map>
#include <vector>

#include "bake/import/source_file.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/grid/cell.h"

namespace waystone {
namespace {

constexpr size_t kPixelBytes = 4;  // red, green, blue, opacity
constexpr uint8_t kHalf = 128;

class Decoder {
 public:
  explicit Decoder(std::string_view bytes) : rest_(bytes) {}
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;
  ~Decoder() { png_destroy_read_struct(&png_, &info_, nullptr); }

  // Each returns false if the file must not be read further; error() says why.
  bool Open() {
    png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, &Decoder::Fail, &Decoder::PassOver);
    if (png_ != nullptr) info_ = png_create_info_struct(png_);
    return info_ != nullptr;
  }
  bool ReadHead() {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_set_read_fn(png_, this, &Decoder::Read);
    png_set_user_limits(png_, PNG_UINT_31_MAX, PNG_UINT_31_MAX);  // the caller's message says more
    png_read_info(png_, info_);
    return true;
  }
  bool PrepareRows() {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_set_expand(png_);
    png_set_scale_16(png_);
    png_set_gray_to_rgb(png_);
    png_set_add_alpha(png_, 0xff, PNG_FILLER_AFTER);
    passes_ = png_set_interlace_handling(png_);
    png_read_update_info(png_, info_);
    return true;
  }
  bool ReadRow(uint8_t* row) {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_read_row(png_, row, nullptr);
    return true;
  }
  bool ReadEnd() {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_read_end(png_, nullptr);
    return true;
  }

  uint32_t columns() const { return png_get_image_width(png_, info_); }
  uint32_t rows() const { return png_get_image_height(png_, info_); }
  size_t row_bytes() const { return png_get_rowbytes(png_, info_); }
  int passes() const { return passes_; }
  std::string_view error() const { return error_; }

 private:
  [[noreturn]] static void Fail(png_structp png, png_const_charp message) {
    auto& self = *static_cast<Decoder*>(png_get_error_ptr(png));
    std::strncpy(self.error_, message, sizeof(self.error_) - 1);
    png_longjmp(png, 1);
  }
  static void PassOver(png_structp /*png*/, png_const_charp /*warning*/) {}
  static void Read(png_structp png, png_bytep target, size_t count) {
    auto& self = *static_cast<Decoder*>(png_get_io_ptr(png));
    if (count > self.rest_.size()) png_error(png, "the file ends early");
    std::memcpy(target, self.rest_.data(), count);
    self.rest_.remove_prefix(count);
  }

  std::string_view rest_;
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
  int passes_ = 1;
  char error_[160] = {};
};

class Colors {
 public:
  absl::Status Take(const CellRules& rules, CellAreas& areas) {
    for (const auto& [color, name] : rules.colors) {
      WS_ASSIGN_OR_RETURN(area_of_[color], areas.IndexOf(name));
    }
    return absl::OkStatus();
  }

  uint8_t AreaOf(const uint8_t* pixel) const {
    if (pixel[3] < kHalf) return 0;
    const uint32_t color = uint32_t{pixel[0]} << 16 | uint32_t{pixel[1]} << 8 | pixel[2];
    if (!area_of_.empty()) {
      const auto found = area_of_.find(color);
      if (found != area_of_.end()) return found->second;
    }
    const uint32_t luminance = 2126U * pixel[0] + 7152U * pixel[1] + 722U * pixel[2];
    return 2 * luminance >= 10000U * 255 ? 1 : 0;
  }

 private:
  std::map<uint32_t, uint8_t> area_of_;
};

absl::Status NotRead(const Decoder& decoder) {
  return InvalidArgument("not a PNG that can be read: ", Printable(decoder.error()));
}

}  // namespace

absl::StatusOr<GridCells> ReadGridImage(std::string_view bytes, const CellRules& rules, CellAreas& areas) {
  Decoder decoder(bytes);
  if (!decoder.Open()) return absl::ResourceExhaustedError("no memory for a picture");
  if (!decoder.ReadHead()) return NotRead(decoder);
  GridCells cells;
  cells.columns = decoder.columns();
  cells.rows = decoder.rows();
  if (cells.columns > kMaxGridSide || cells.rows > kMaxGridSide) {
    return InvalidArgument(cells.columns, " x ", cells.rows, " pixels, the limit is ", kMaxGridSide,
                           " a side");
  }
  if (!decoder.PrepareRows()) return NotRead(decoder);
  if (decoder.row_bytes() != cells.columns * kPixelBytes) {
    return absl::InvalidArgumentError("not a PNG that can be read: its pixels are not 4 bytes each");
  }
  Colors colors;
  WS_RETURN_IF_ERROR(colors.Take(rules, areas));
  cells.areas.reserve(size_t{cells.columns} * cells.rows);
  // All passes of an interlaced picture fill the same rows.
  const bool is_interlaced = decoder.passes() > 1;
  std::vector<uint8_t> pixels(decoder.row_bytes() * (is_interlaced ? cells.rows : 1));
  for (int pass = 0; pass < decoder.passes(); ++pass) {
    for (uint32_t row = 0; row < cells.rows; ++row) {
      uint8_t* const line = pixels.data() + (is_interlaced ? row * decoder.row_bytes() : 0);
      if (!decoder.ReadRow(line)) return NotRead(decoder);
      if (pass + 1 < decoder.passes()) continue;
      for (uint32_t column = 0; column < cells.columns; ++column) {
        cells.areas.push_back(colors.AreaOf(line + column * kPixelBytes));
      }
    }
  }
  if (!decoder.ReadEnd()) return NotRead(decoder);
  return cells;
}

}  // namespace waystone
