#include "bench/packed_file.h"

#include <lzma.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/quoted.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr size_t kMaxBytes = size_t{256} << 20;  // decompressed

absl::StatusOr<std::string> Decompress(const std::string& bytes) {
  lzma_stream stream = LZMA_STREAM_INIT;
  if (lzma_stream_decoder(&stream, std::numeric_limits<uint64_t>::max(), 0) != LZMA_OK) {
    return absl::ResourceExhaustedError("xz: cannot start");
  }
  std::string out;
  std::vector<uint8_t> buffer(size_t{1} << 20);
  stream.next_in = reinterpret_cast<const uint8_t*>(bytes.data());
  stream.avail_in = bytes.size();
  lzma_ret state = LZMA_OK;
  while (state == LZMA_OK && out.size() <= kMaxBytes) {
    stream.next_out = buffer.data();
    stream.avail_out = buffer.size();
    state = lzma_code(&stream, LZMA_FINISH);
    out.append(reinterpret_cast<const char*>(buffer.data()), buffer.size() - stream.avail_out);
  }
  lzma_end(&stream);
  if (state != LZMA_STREAM_END) return absl::InvalidArgumentError("xz: damaged, or too large");
  return out;
}

}  // namespace

absl::StatusOr<std::string> ReadPacked(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return absl::NotFoundError(StrCat(Quoted(path), ": cannot be opened"));
  std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!path.ends_with(".xz")) return bytes;
  absl::StatusOr<std::string> plain = Decompress(bytes);
  if (plain.ok()) return plain;
  return absl::Status(plain.status().code(), StrCat(Quoted(path), ": ", plain.status().message()));
}

}  // namespace waystone
