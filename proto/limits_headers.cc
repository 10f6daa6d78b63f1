// Writes two C++ headers from the limits that stand at the API's fields: the limits as constants, and functions that
// check requests by them.
//
//     waystone-limits-headers DESCRIPTOR_SET LIMITS_HEADER CHECKS_HEADER
#include <cstdio>
#include <fstream>
#include <iostream>
#include <set>
#include <stdexcept>
#include <string>

#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"
#include "waystone/v1/field_limit.pb.h"

namespace {

using google::protobuf::Descriptor;
using google::protobuf::DescriptorPool;
using google::protobuf::FieldDescriptor;
using google::protobuf::FileDescriptor;
using google::protobuf::FileDescriptorSet;

const waystone::v1::FieldLimit& LimitAt(const FieldDescriptor& field) {
  return field.options().GetExtension(waystone::v1::limit);
}

bool HasLimit(const FieldDescriptor& field) { return field.options().HasExtension(waystone::v1::limit); }

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

void WriteLimits(const Descriptor& message, std::ostream& out) {
  std::string text;
  for (int i = 0; i < message.field_count(); ++i) {
    const FieldDescriptor& field = *message.field(i);
    if (!HasLimit(field)) continue;
    text += "inline constexpr FieldLimit " + field.name() + "{" + Initialisers(LimitAt(field)) + "};\n";
  }
  if (text.empty()) return;
  out << "\nnamespace waystone::limits::" << message.name() << " {\n" << text << "}\n";
}

// Writes a function CheckEachField for each message that requests are made of. It calls `check` for each field of the
// message that needs a check, until one is bad (server/convert/request_check.cc). An example:
//
//     template <typename Check>
//     bool CheckEachField(const v1::Cylinder& m, Check& check) {
//       return true
//              && (!m.has_base() || check.One("base", m.base()))
//              && (m.radius_m() == 0 || check.One("radius_m", m.radius_m(), limits::Cylinder::radius_m));
//     }
class ChecksWriter {
 public:
  explicit ChecksWriter(std::ostream& out) : out_(out) {}

  // The function of a message stands after those of the messages in it. Recursion is as deep as messages are nested.
  // NOLINTNEXTLINE(misc-no-recursion)
  void Write(const Descriptor& message) {
    if (!written_.insert(&message).second) return;
    std::string text;
    for (int i = 0; i < message.field_count(); ++i) {
      const FieldDescriptor& field = *message.field(i);
      if (!IsChecked(field)) continue;
      if (field.message_type() != nullptr) Write(*field.message_type());
      text += "\n         && " + Check(field);
    }
    out_ << "\ntemplate <typename Check>\nbool CheckEachField([[maybe_unused]] const v1::" << message.name()
         << "& m, [[maybe_unused]] Check& check) {\n  return true" << text << ";\n}\n";
  }

 private:
  static bool IsNumber(const FieldDescriptor& field) {
    return field.cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE ||
           field.cpp_type() == FieldDescriptor::CPPTYPE_UINT32;
  }

  // Throws if the field has a limit that nothing would check.
  static void RequireCheckable(const FieldDescriptor& field) {
    const waystone::v1::FieldLimit& limit = LimitAt(field);
    const bool is_text = field.cpp_type() == FieldDescriptor::CPPTYPE_STRING;
    const bool has_check =
        IsNumber(field) || is_text || field.message_type() != nullptr || field.enum_type() != nullptr;
    const bool is_checked = (IsNumber(field) || (limit.min() == 0 && limit.max() == 0)) &&
                            (is_text || limit.max_bytes() == 0) &&
                            (field.is_repeated() || limit.max_count() == 0);
    if (!HasLimit(field) || (has_check && is_checked)) return;
    throw std::invalid_argument(field.full_name() + ": no such limit for a field of this type");
  }

  // Numbers must be finite and enums known, with or without a limit. The readers of a field check a configured limit.
  // The items of a batch are requests of their own.
  static bool IsChecked(const FieldDescriptor& field) {
    RequireCheckable(field);
    if (field.message_type() != nullptr) return field.message_type()->name() != "BatchItem";
    return field.enum_type() != nullptr || field.cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE ||
           (HasLimit(field) && !LimitAt(field).is_configured());
  }

  static std::string LimitOf(const FieldDescriptor& field) {
    if (HasLimit(field)) return "limits::" + field.containing_type()->name() + "::" + field.name();
    return IsNumber(field) ? "FieldLimit{.min = -FieldLimit{}.max}" : "FieldLimit{}";
  }

  // A number of 0 in a field without presence is absent, -0 too.
  static std::string Check(const FieldDescriptor& field) {
    const std::string value = "m." + field.name() + "()";
    std::string arguments = "(\"" + field.name() + "\", " + value;
    if (field.is_repeated()) arguments += ", " + LimitOf(field) + ".max_count";
    if (field.enum_type() != nullptr) {
      arguments += ", v1::" + field.enum_type()->name() + "_IsValid";
    } else if (field.message_type() == nullptr) {
      arguments += ", " + LimitOf(field);
    }
    if (field.is_repeated()) return "check.Each" + arguments + ")";
    const std::string one = "check.One" + arguments + ")";
    if (field.has_presence()) return "(!m.has_" + field.name() + "() || " + one + ")";
    return IsNumber(field) ? "(" + value + " == 0 || " + one + ")" : one;
  }

  std::ostream& out_;
  std::set<const Descriptor*> written_;
};

void WriteChecks(const FileDescriptorSet& files, const DescriptorPool& pool, std::ostream& out) {
  out << "// Generated from proto/waystone/v1: checks requests by what their fields take.\n#pragma once\n\n"
         "#include \"waystone/field_limits.h\"\n";
  for (const auto& file : files.file()) {
    out << "#include \"" << file.name().substr(0, file.name().rfind('.')) << ".pb.h\"\n";
  }
  out << "\nnamespace waystone {\n";
  ChecksWriter writer(out);
  std::string requests;
  for (const auto& named : files.file()) {
    const FileDescriptor& file = *pool.FindFileByName(named.name());
    for (int i = 0; i < file.service_count(); ++i) {
      for (int k = 0; k < file.service(i)->method_count(); ++k) {
        const Descriptor& request = *file.service(i)->method(k)->input_type();
        writer.Write(request);
        requests += (requests.empty() ? "v1::" : ", v1::") + request.name();
      }
    }
  }
  out << "\ntemplate <typename... Request>\nstruct RequestTypes {};\nusing ApiRequests = RequestTypes<"
      << requests << ">;\n\n}\n";
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 4) return 2;
  FileDescriptorSet files;
  std::ifstream in(argv[1], std::ios::binary);
  if (!files.ParseFromIstream(&in)) throw std::invalid_argument(std::string(argv[1]) + ": no descriptor set");
  DescriptorPool pool;
  std::ofstream limits(argv[2]);
  limits << "// Generated from proto/waystone/v1: what fields of requests take.\n#pragma once\n\n"
            "#include \"core/base/field_limit.h\"\n";
  for (const auto& named : files.file()) {
    const FileDescriptor* const file = pool.BuildFile(named);
    if (file == nullptr) throw std::invalid_argument(named.name() + ": no file descriptor");
    for (int i = 0; i < file->message_type_count(); ++i) WriteLimits(*file->message_type(i), limits);
  }
  std::ofstream checks(argv[3]);
  WriteChecks(files, pool, checks);
  return limits.flush() && checks.flush() ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return 1;
}
