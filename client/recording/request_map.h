// Which map a difference is about.
#pragma once

#include <string>
#include <string_view>

#include "client/recording/api_methods.h"

namespace waystone::client {

// The map of the request, or, if the path of the answer's field begins with a batch's result ("results[3]."), that of its
// item. Empty: the request names none, or is not understood (`method` null).
std::string MapOfRequest(const ApiMethod* method, std::string_view request, std::string_view path);

}  // namespace waystone::client
