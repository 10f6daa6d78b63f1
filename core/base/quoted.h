// Text from outside, made fit for a message.
#pragma once

#include <string>
#include <string_view>

namespace waystone {

// In double quotes, with control characters, quotes and backslashes escaped, and cut after 128 bytes ("..."
// says so). Other bytes stay as they are.
std::string Quoted(std::string_view text);

}  // namespace waystone
