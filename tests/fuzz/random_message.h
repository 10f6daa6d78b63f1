// Messages made of any bytes: most of them nonsense, many nearly sound.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "google/protobuf/message.h"

namespace waystone {

// Bytes to choose by, one after the other; then zeros.
class Choices {
 public:
  explicit Choices(std::span<const uint8_t> bytes) : bytes_(bytes) {}
  uint8_t Next() { return at_ < bytes_.size() ? bytes_[at_++] : 0; }
  uint32_t NextBelow(uint32_t bound) { return (Next() * 256U + Next()) % bound; }
  bool AtEnd() const { return at_ >= bytes_.size(); }

 private:
  std::span<const uint8_t> bytes_;
  size_t at_ = 0;
};

// Sets one field in `one_in` of the message as the choices say: texts from `words` or bytes, numbers that are odd or within [0, `side`), enums
// with numbers that they lack, lists, messages within. Ends with the choices.
void FillMessage(Choices& choices, std::span<const std::string_view> words, double side, uint8_t one_in,
                 google::protobuf::Message& message);

// Takes out what `error` begins with the path of ("via[1].position.x: must ..."). Whether there was such a field, or an item of a
// list.
bool TakeOut(std::string_view error, google::protobuf::Message& message);

// Whether all numbers of the message are finite.
bool IsFinite(const google::protobuf::Message& message);

}  // namespace waystone
