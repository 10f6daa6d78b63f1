// Messages as text.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "google/protobuf/text_format.h"

namespace waystone {

template <typename Message>
Message Parse(const std::string& text) {
  Message message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message)) << text;
  return message;
}

}  // namespace waystone
