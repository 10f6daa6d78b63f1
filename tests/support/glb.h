// glTF files made in a test.
#pragma once

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>

namespace waystone {

// The bytes of numbers, one after the other.
template <typename Number>
std::string BytesOf(std::initializer_list<Number> numbers) {
  std::string bytes;
  for (const Number number : numbers) {
    char raw[sizeof(Number)];
    std::memcpy(raw, &number, sizeof(number));
    bytes.append(raw, sizeof(raw));
  }
  return bytes;
}

// A GLB of one JSON chunk and, where `binary` is not empty, one BIN chunk.
inline std::string Glb(std::string json, std::string binary) {
  json.resize((json.size() + 3) / 4 * 4, ' ');
  binary.resize((binary.size() + 3) / 4 * 4, '\0');
  const auto word = [](size_t value) { return BytesOf<uint32_t>({static_cast<uint32_t>(value)}); };
  std::string chunks = word(json.size()) + "JSON" + json;
  if (!binary.empty()) chunks += word(binary.size()) + std::string("BIN\0", 4) + binary;
  return "glTF" + word(2) + word(12 + chunks.size()) + chunks;
}

}  // namespace waystone
