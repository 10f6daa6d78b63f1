// Text from outside, made fit for a message.
#pragma once

#include <string>
#include <string_view>

namespace waystone {

// With control characters, and those that turn the direction of text or end its line, written as "\u202e". Other bytes stay as
// they are. Within a JSON string the result has the same meaning.
std::string Escaped(std::string_view text);

// In double quotes, with control characters, quotes and backslashes escaped, and cut after 128 bytes ("..."
// says so). Characters that turn the direction of text are as Escaped writes them. Other bytes stay as they are.
std::string Quoted(std::string_view text);

}  // namespace waystone
