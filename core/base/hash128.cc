#include "core/base/hash128.h"

#include <xxhash.h>

#include <cstring>

#include "absl/strings/escaping.h"
#include "absl/strings/string_view.h"
#include "core/base/check.h"

namespace waystone {

struct Hasher128::State {
  XXH3_state_t* xxh = XXH3_createState();
  ~State() { XXH3_freeState(xxh); }
};

Hasher128::Hasher128() : state_(std::make_unique<State>()) {
  WS_CHECK(state_->xxh != nullptr && XXH3_128bits_reset(state_->xxh) == XXH_OK);
}

Hasher128::~Hasher128() = default;

void Hasher128::Add(std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  WS_CHECK(XXH3_128bits_update(state_->xxh, bytes.data(), bytes.size()) == XXH_OK);
}

Hash128 Hasher128::Finish() const {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(state_->xxh));
  Hash128 hash;
  static_assert(sizeof(hash) == sizeof(canonical.digest));
  std::memcpy(hash.data(), canonical.digest, sizeof(hash));
  return hash;
}

std::string ToHex(const Hash128& hash) {
  return absl::BytesToHexString(absl::string_view(reinterpret_cast<const char*>(hash.data()), hash.size()));
}

}  // namespace waystone
