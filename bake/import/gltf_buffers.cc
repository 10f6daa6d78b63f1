#include "bake/import/gltf_buffers.h"

#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "bake/import/source_file.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kGlbHeaderBytes = 12;
constexpr uint64_t kChunkHeaderBytes = 8;
constexpr uint32_t kGlbMagic = 0x46546c67;
constexpr uint32_t kJsonChunk = 0x4e4f534a;
constexpr uint32_t kBinaryChunk = 0x004e4942;

uint32_t Word(std::string_view bytes, uint64_t offset) {
  uint32_t word = 0;
  std::memcpy(&word, bytes.data() + offset, sizeof(word));
  return word;
}

// The chunk that begins at `offset`, which moves past it.
absl::StatusOr<std::string_view> TakeChunk(std::string_view bytes, uint32_t type, std::string_view name,
                                           uint64_t& offset) {
  if (offset + kChunkHeaderBytes > bytes.size())
    return InvalidArgument("byte ", offset, ": the ", name, " chunk is cut off");
  const uint64_t size = Word(bytes, offset);
  if (Word(bytes, offset + 4) != type)
    return InvalidArgument("byte ", offset + 4, ": this is no ", name, " chunk");
  const uint64_t begin = offset + kChunkHeaderBytes;
  if (size > bytes.size() - begin) {
    return InvalidArgument("byte ", offset, ": the ", name, " chunk declares ", size, " bytes and ",
                           bytes.size() - begin, " are there");
  }
  offset = begin + size;
  return bytes.substr(begin, size);
}

std::optional<std::string> PercentDecoded(std::string_view uri) {
  std::string path;
  for (size_t i = 0; i < uri.size(); ++i) {
    if (uri[i] != '%') {
      path += uri[i];
      continue;
    }
    if (i + 2 >= uri.size() || !absl::ascii_isxdigit(static_cast<unsigned char>(uri[i + 1])) ||
        !absl::ascii_isxdigit(static_cast<unsigned char>(uri[i + 2]))) {
      return std::nullopt;
    }
    path += absl::HexStringToBytes(ToAbsl(uri.substr(i + 1, 2)));
    i += 2;
  }
  return path;
}

absl::StatusOr<std::string> DecodeDataUri(std::string_view uri) {
  const size_t comma = uri.find(',');
  if (comma == std::string_view::npos || !uri.substr(0, comma).ends_with(";base64")) {
    return absl::InvalidArgumentError("a data URI must be base64");
  }
  std::string bytes;
  if (!absl::Base64Unescape(ToAbsl(uri.substr(comma + 1)), &bytes)) {
    return absl::InvalidArgumentError("the data URI is not valid base64");
  }
  return bytes;
}

absl::StatusOr<std::string> ReadBeside(const std::string& source_path, std::string_view uri,
                                       SourceDigest& digest) {
  const std::optional<std::string> path = PercentDecoded(uri);
  if (!path) return InvalidArgument("uri '", Printable(uri), "' has a broken %-escape");
  WS_RETURN_IF_ERROR(CheckReferencedPath(*path));
  std::error_code error;
  const fs::path folder = fs::canonical(fs::absolute(source_path).parent_path(), error);
  if (error) return absl::InvalidArgumentError("the source's folder cannot be resolved");
  const fs::path file = fs::weakly_canonical(folder / *path, error);
  const fs::path relative = file.lexically_relative(folder);
  if (error || relative.empty() || *relative.begin() == "..") {
    return InvalidArgument("uri '", Printable(uri), "' leads out of the source's folder");
  }
  WS_ASSIGN_OR_RETURN(std::string bytes, ReadSourceFile(file.string()));
  digest.AddFile(*path, bytes);
  return bytes;
}

absl::StatusOr<std::string> ReadBuffer(const std::string& source_path, const GltfBufferReference& reference,
                                       std::string_view glb_binary, SourceDigest& digest) {
  std::string bytes;
  if (reference.uri.empty()) {
    bytes = std::string(glb_binary.substr(0, reference.size_bytes));
  } else if (reference.uri.starts_with("data:")) {
    WS_ASSIGN_OR_RETURN(bytes, DecodeDataUri(reference.uri));
  } else {
    WS_ASSIGN_OR_RETURN(bytes, ReadBeside(source_path, reference.uri, digest));
  }
  if (bytes.size() < reference.size_bytes) {
    return InvalidArgument("byteLength is ", reference.size_bytes, " and ", bytes.size(), " bytes are there");
  }
  bytes.resize(reference.size_bytes);
  return bytes;
}

}  // namespace

absl::StatusOr<GlbChunks> SplitGlb(std::string_view bytes) {
  if (bytes.size() < kGlbHeaderBytes || Word(bytes, 0) != kGlbMagic)
    return InvalidArgument("byte 0: this is no GLB file");
  if (Word(bytes, 4) != 2) return InvalidArgument("byte 4: GLB version ", Word(bytes, 4), " is not 2");
  const uint64_t length = Word(bytes, 8);
  if (length != bytes.size()) {
    return InvalidArgument("byte 8: the header declares ", length, " bytes and the file has ", bytes.size());
  }
  GlbChunks chunks;
  uint64_t offset = kGlbHeaderBytes;
  WS_ASSIGN_OR_RETURN(chunks.json, TakeChunk(bytes, kJsonChunk, "JSON", offset));
  if (offset < bytes.size()) {
    WS_ASSIGN_OR_RETURN(chunks.binary, TakeChunk(bytes, kBinaryChunk, "BIN", offset));
  }
  return chunks;
}

absl::StatusOr<std::vector<std::string>> ReadGltfBuffers(const std::string& source_path,
                                                         const std::vector<GltfBufferReference>& references,
                                                         std::string_view glb_binary, SourceDigest& digest) {
  std::vector<std::string> buffers;
  uint64_t total = 0;
  for (const GltfBufferReference& reference : references) {
    const std::string place = StrCat("buffers[", buffers.size(), "]: ");
    total += reference.size_bytes;
    if (total > kMaxSourceBytes)
      return InvalidArgument(place, "the buffers exceed ", kMaxSourceBytes, " bytes together");
    absl::StatusOr<std::string> bytes = ReadBuffer(source_path, reference, glb_binary, digest);
    if (!bytes.ok())
      return absl::Status(bytes.status().code(), absl::StrCat(place, bytes.status().message()));
    buffers.push_back(*std::move(bytes));
  }
  return buffers;
}

}  // namespace waystone
