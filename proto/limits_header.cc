// Writes the C++ header of the limits that stand at the API's fields.
//
//     waystone-limits-header DESCRIPTOR_SET HEADER
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>

#include "google/protobuf/descriptor.pb.h"
#include "waystone/v1/field_limit.pb.h"

namespace {

using google::protobuf::DescriptorProto;
using google::protobuf::FieldDescriptorProto;
using google::protobuf::FileDescriptorSet;

std::string Number(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.17g", value);
  return text;
}

// The initialisers that differ from those of waystone::FieldLimit.
std::string Initialisers(const waystone::v1::FieldLimit& limit) {
  std::string text;
  const auto add = [&text](const char* name, const std::string& value) {
    text += std::string(text.empty() ? "." : ", .") + name + " = " + value;
  };
  if (limit.min() != 0) add("min", Number(limit.min()));
  if (limit.max() != 0) add("max", Number(limit.max()));
  if (limit.max_bytes() != 0) add("max_bytes", std::to_string(limit.max_bytes()));
  if (limit.max_count() != 0) add("max_count", std::to_string(limit.max_count()));
  return text;
}

std::string LimitsOf(const DescriptorProto& message) {
  std::string text;
  for (const FieldDescriptorProto& field : message.field()) {
    if (!field.options().HasExtension(waystone::v1::limit)) continue;
    text += "inline constexpr FieldLimit " + field.name() + "{" +
            Initialisers(field.options().GetExtension(waystone::v1::limit)) + "};\n";
  }
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  FileDescriptorSet files;
  std::ifstream in(argv[1], std::ios::binary);
  if (!files.ParseFromIstream(&in)) {
    std::cerr << argv[1] << ": no descriptor set\n";
    return 1;
  }
  std::ofstream out(argv[2]);
  out << "// Generated from proto/waystone/v1: what fields of requests take.\n#pragma once\n\n"
         "#include \"core/base/field_limit.h\"\n";
  for (const auto& file : files.file()) {
    for (const DescriptorProto& message : file.message_type()) {
      const std::string limits = LimitsOf(message);
      if (limits.empty()) continue;
      out << "\nnamespace waystone::limits::" << message.name() << " {\n" << limits << "}\n";
    }
  }
  return out.flush() ? 0 : 1;
}
