#include "bake/import/source_digest.h"

#include <utility>

#include "bake/import/source_file.h"
#include "core/base/status_macros.h"

namespace waystone {

void SourceDigest::Add(std::string_view bytes) {
  digest_.Add(bytes);
  size_bytes_ += bytes.size();
}

void SourceDigest::AddFile(std::string name, std::string_view bytes) {
  Add(bytes);
  files_.push_back(std::move(name));
}

absl::StatusOr<std::string> SourceDigest::ReadFile(const std::string& path) {
  WS_ASSIGN_OR_RETURN(std::string bytes, ReadSourceFile(path));
  AddFile(FileName(path), bytes);
  return bytes;
}

}  // namespace waystone
