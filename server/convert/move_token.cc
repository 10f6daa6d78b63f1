// A token is a version byte, the package's generation with its length before it, the numbers of the state in the order of VisitState, and the seal. The seal also
// covers what the token is about: map, agent and abilities. Little-endian, as packages are.
#include "server/convert/move_token.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include <cstring>
#include <optional>

#include "absl/strings/ascii.h"
#include "core/base/check.h"
#include "core/base/field_error.h"
#include "core/base/quoted.h"
#include "core/base/small_file.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

constexpr uint8_t kVersion = 1;
constexpr size_t kSealBytes = 16;

// Appends numbers to a token.
class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) {}

  template <typename Number>
  bool Take(Number& number) {
    out_.append(reinterpret_cast<const char*>(&number), sizeof(number));
    return true;
  }

 private:
  std::string& out_;
};

// Reads them again; false at the end of the token.
class Reader {
 public:
  explicit Reader(std::string_view in) : in_(in) {}

  template <typename Number>
  bool Take(Number& number) {
    if (in_.size() < sizeof(number)) return false;
    std::memcpy(&number, in_.data(), sizeof(number));
    in_.remove_prefix(sizeof(number));
    return true;
  }
  bool IsAtEnd() const { return in_.empty(); }

 private:
  std::string_view in_;
};

template <typename Stream>
bool Visit(Stream& stream, bool& value) {
  uint8_t byte = value ? 1 : 0;
  const bool took = stream.Take(byte);
  value = byte == 1;
  return took && byte <= 1;
}

template <typename Stream>
bool Visit(Stream& stream, Vec3& point) {
  return stream.Take(point.x) && stream.Take(point.y) && stream.Take(point.z);
}

template <typename Stream>
bool Visit(Stream& stream, NavLocation& place) {
  uint32_t poly = place.poly.value();
  const bool took = stream.Take(poly) && Visit(stream, place.point);
  place.poly = PolyId(poly);
  return took;
}

template <typename Stream>
bool Visit(Stream& stream, double& number) {
  return stream.Take(number);
}

template <typename Stream, typename T>
bool Visit(Stream& stream, std::optional<T>& value) {
  bool has = value.has_value();
  if (!Visit(stream, has)) return false;
  if (!has) {
    value.reset();
    return true;
  }
  if (!value) value.emplace();
  return Visit(stream, *value);
}

template <typename Stream>
bool Visit(Stream& stream, SpeedState& speed) {
  auto count = static_cast<uint32_t>(speed.drawn.size());
  if (!stream.Take(speed.balance_m) || !stream.Take(speed.lag_cap_m) || !stream.Take(speed.debt_spent_m) ||
      !stream.Take(speed.debt_begin_s) || !stream.Take(count) || count > kMaxDrawnGrants) {
    return false;
  }
  speed.drawn.resize(count);
  for (DrawnGrant& drawn : speed.drawn) {
    if (!stream.Take(drawn.from_s) || !stream.Take(drawn.to_s) || !stream.Take(drawn.drawn_m) ||
        !stream.Take(drawn.kind)) {
      return false;
    }
  }
  return true;
}

template <typename Stream>
bool Visit(Stream& stream, AirState& air) {
  return Visit(stream, air.is_airborne) && stream.Take(air.ground_m) && stream.Take(air.earliest_s) &&
         stream.Take(air.latest_s) && Visit(stream, air.is_thrown) && stream.Take(air.rise_from_m) &&
         Visit(stream, air.rise_from_s) && Visit(stream, air.top_m) && stream.Take(air.top_s);
}

// All of the state, in one order for writing and reading.
template <typename Stream>
bool VisitState(Stream& stream, MoveTrackState& state) {
  return Visit(stream, state.position) && stream.Take(state.time_s) && stream.Take(state.since_s) &&
         Visit(stream, state.first_lead_s) && Visit(stream, state.is_timed) && Visit(stream, state.anchor) &&
         Visit(stream, state.anchor_position) && stream.Take(state.anchor_spent_m) &&
         Visit(stream, state.place) && Visit(stream, state.below) && Visit(stream, state.good) &&
         Visit(stream, state.link_since_s) && Visit(stream, state.speed) && Visit(stream, state.air);
}

// Adds `origin` to every position; negative: from absolute to map-local.
void Move(MoveTrackState& state, const Vec3& origin) {
  state.position = state.position + origin;
  state.anchor_position = state.anchor_position + origin;
  for (std::optional<NavLocation>* place : {&state.anchor, &state.place, &state.good, &state.below}) {
    if (*place) (*place)->point = (*place)->point + origin;
  }
  state.air.ground_m += origin.y;
  state.air.rise_from_m += origin.y;
  if (state.air.top_m) *state.air.top_m += origin.y;
}

// What a token is about besides its bytes.
std::string ContextOf(const FoundMap& found) {
  return StrCat(found.map->manifest().map_id, "\n", found.view.variant->agent.name, "\n",
                found.view.abilities, "\n");
}

std::string GenerationOf(const FoundMap& found) {
  v1::MapGeneration generation;
  SetGeneration(*found.map, generation);
  return generation.generation();
}

absl::Status NotOurs() {
  return FieldError("token",
                    "must be that of an earlier answer about this map and agent, from a server with the same "
                    "key, unchanged");
}

// Places of another generation of the map.
void SnapAgain(MoveTrackState& state, const FoundMap& found, Scratch& scratch) {
  for (std::optional<NavLocation>* place : {&state.anchor, &state.place, &state.good, &state.below}) {
    if (!*place) continue;
    *place = found.view.surface->AsPolygons()
                 .SnapTo(found.view, (*place)->point, {}, PlaceRole::kArrive, nullptr, scratch)
                 .nearest;
  }
}

}  // namespace

TokenKey TokenKey::Random() {
  std::string bytes(32, '\0');
  WS_CHECK(RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(bytes.size())) == 1);
  return TokenKey(std::move(bytes));
}

absl::StatusOr<TokenKey> TokenKey::FromFile(const std::string& path) {
  WS_ASSIGN_OR_RETURN(std::string bytes, ReadSmallFile(path, 2 * kMaxBytes));
  absl::StripTrailingAsciiWhitespace(&bytes);
  if (bytes.size() < kMinBytes || bytes.size() > kMaxBytes) {
    return absl::InvalidArgumentError(
        StrCat(Quoted(path), ": must hold ", kMinBytes, " to ", kMaxBytes, " bytes, holds ", bytes.size()));
  }
  return TokenKey(std::move(bytes));
}

std::array<uint8_t, 16> TokenKey::Seal(std::string_view text) const {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  const unsigned char* const made =
      HMAC(EVP_sha256(), bytes_.data(), static_cast<int>(bytes_.size()),
           reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest, &size);
  WS_CHECK(made != nullptr && size >= kSealBytes);
  std::array<uint8_t, 16> seal;
  std::memcpy(seal.data(), digest, kSealBytes);
  return seal;
}

std::string ToToken(const MoveTrackState& state, const FoundMap& found, const TokenKey& key) {
  MoveTrackState absolute = state;
  Move(absolute, found.map->manifest().origin);
  std::string token(1, static_cast<char>(kVersion));
  const std::string generation = GenerationOf(found);
  token += static_cast<char>(generation.size());
  token += generation;
  Writer writer(token);
  VisitState(writer, absolute);
  const auto seal = key.Seal(ContextOf(found) + token);
  token.append(reinterpret_cast<const char*>(seal.data()), seal.size());
  return token;
}

absl::StatusOr<MoveTrackState> FromToken(std::string_view token, const FoundMap& found, const TokenKey& key,
                                         Scratch& scratch) {
  if (token.size() < 2 + kSealBytes || token[0] != static_cast<char>(kVersion)) return NotOurs();
  const std::string_view text = token.substr(0, token.size() - kSealBytes);
  const auto seal = key.Seal(StrCat(ContextOf(found), text));
  if (CRYPTO_memcmp(seal.data(), token.data() + text.size(), kSealBytes) != 0) return NotOurs();
  // Sealed, so written by ToToken; the checks below guard against a key that leaked.
  const auto generation_bytes = static_cast<uint8_t>(text[1]);
  if (text.size() < 2U + generation_bytes) return NotOurs();
  const std::string_view generation = text.substr(2, generation_bytes);
  MoveTrackState state;
  Reader reader(text.substr(2 + generation_bytes));
  if (!VisitState(reader, state) || !reader.IsAtEnd()) return NotOurs();
  const Vec3& origin = found.map->manifest().origin;
  Move(state, Vec3(-origin.x, -origin.y, -origin.z));
  if (generation != GenerationOf(found)) {
    SnapAgain(state, found, scratch);
    return state;
  }
  for (const std::optional<NavLocation>* place : {&state.anchor, &state.place, &state.good, &state.below}) {
    if (!*place || (*place)->poly.IsNone()) continue;  // none: of a cell that a request opened
    if ((*place)->poly.value() >= found.view.navmesh->poly_count()) return NotOurs();
  }
  return state;
}

}  // namespace waystone
