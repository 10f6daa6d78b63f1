// Messages as JSON, as protobuf writes it: what `--json` prints and `waystone draw` reads (docs/cli.md).
#pragma once

#include <google/protobuf/message.h>

#include <string>
#include <string_view>

namespace waystone::cli {

// One line with a newline: every field of the message by its name, zeros and empty lists included.
std::string JsonLine(const google::protobuf::Message& message);

// One line with a newline: {"kind":KIND,"request":{...},"response":{...}}, of the request only what is set.
std::string AnswerLine(std::string_view kind, const google::protobuf::Message& request,
                       const google::protobuf::Message& answer);

}  // namespace waystone::cli
