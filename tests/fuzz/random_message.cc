#include "tests/fuzz/random_message.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "google/protobuf/descriptor.h"

namespace waystone {

namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

double NextNumber(Choices& choices, double side) {
  constexpr std::array kOdd = {0.0,
                               -1.0,
                               1.0,
                               1e308,
                               -1e308,
                               5e-324,
                               1e9,
                               std::numeric_limits<double>::infinity(),
                               std::numeric_limits<double>::quiet_NaN()};
  const uint8_t how = choices.Next();
  if (how < kOdd.size()) return kOdd[how];
  return choices.NextBelow(4096) * side / 4096;
}

uint64_t NextWhole(Choices& choices) {
  constexpr std::array<uint64_t, 6> kOdd = {0, 1, 2, 100, 0xffffffff, 0xffffffffffffffff};
  const uint8_t how = choices.Next();
  return how < kOdd.size() ? kOdd[how] : how % 16U;
}

std::string NextText(Choices& choices, std::span<const std::string_view> words) {
  const uint8_t how = choices.Next();
  if (how < 240) return std::string(words[how % words.size()]);
  std::string text;
  for (uint8_t i = choices.Next() % 16; i > 0; --i) text += static_cast<char>(choices.Next() & 0x7f);
  return text;
}

class Filler {
 public:
  Filler(Choices& choices, std::span<const std::string_view> words, double side, uint8_t one_in)
      : choices_(choices), words_(words), side_(side), one_in_(one_in) {}

  // Messages within come after those that they are in.
  void Fill(Message& root) {
    std::vector<Message*> open = {&root};
    while (!open.empty() && !choices_.AtEnd()) {
      Message& message = *open.back();
      open.pop_back();
      for (int i = 0; i < message.GetDescriptor()->field_count(); ++i) {
        FillField(*message.GetDescriptor()->field(i), message, open);
      }
    }
  }

 private:
  void FillField(const FieldDescriptor& field, Message& message, std::vector<Message*>& open) {
    if (field.is_map() || choices_.Next() % one_in_ != 0) return;
    const auto* oneof = field.real_containing_oneof();
    // Another choice would free the first, which may still be to be filled.
    if (oneof != nullptr && message.GetReflection()->HasOneof(message, oneof)) return;
    const uint32_t count = field.is_repeated() ? 1 + choices_.NextBelow(choices_.Next() == 0 ? 400 : 6) : 1;
    for (uint32_t i = 0; i < count && !choices_.AtEnd(); ++i) SetOne(field, message, open);
  }

  void SetOne(const FieldDescriptor& field, Message& message, std::vector<Message*>& open) {
    const google::protobuf::Reflection& reflection = *message.GetReflection();
    const auto set = [&](auto one, auto many, auto value) {
      field.is_repeated() ? (reflection.*many)(&message, &field, value)
                          : (reflection.*one)(&message, &field, value);
    };
    using R = google::protobuf::Reflection;
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_INT32:
        return set(&R::SetInt32, &R::AddInt32, static_cast<int32_t>(NextWhole(choices_)));
      case FieldDescriptor::CPPTYPE_INT64:
        return set(&R::SetInt64, &R::AddInt64, static_cast<int64_t>(NextWhole(choices_)));
      case FieldDescriptor::CPPTYPE_UINT32:
        return set(&R::SetUInt32, &R::AddUInt32, static_cast<uint32_t>(NextWhole(choices_)));
      case FieldDescriptor::CPPTYPE_UINT64:
        return set(&R::SetUInt64, &R::AddUInt64, NextWhole(choices_));
      case FieldDescriptor::CPPTYPE_DOUBLE:
        return set(&R::SetDouble, &R::AddDouble, NextNumber(choices_, side_));
      case FieldDescriptor::CPPTYPE_FLOAT:
        return set(&R::SetFloat, &R::AddFloat, static_cast<float>(NextNumber(choices_, side_)));
      case FieldDescriptor::CPPTYPE_BOOL:
        return set(&R::SetBool, &R::AddBool, choices_.Next() % 2 != 0);
      case FieldDescriptor::CPPTYPE_ENUM:
        return set(&R::SetEnumValue, &R::AddEnumValue,
                   static_cast<int>(
                       choices_.NextBelow(static_cast<uint32_t>(field.enum_type()->value_count() + 1))));
      case FieldDescriptor::CPPTYPE_STRING:
        return field.is_repeated() ? reflection.AddString(&message, &field, NextText(choices_, words_))
                                   : reflection.SetString(&message, &field, NextText(choices_, words_));
      case FieldDescriptor::CPPTYPE_MESSAGE:
        open.push_back(field.is_repeated() ? reflection.AddMessage(&message, &field)
                                           : reflection.MutableMessage(&message, &field));
        return;
    }
  }

  Choices& choices_;
  const std::span<const std::string_view> words_;
  const double side_;
  const uint8_t one_in_;
};

bool IsFieldFinite(const Message& message, const FieldDescriptor& field) {
  const google::protobuf::Reflection& reflection = *message.GetReflection();
  const int count = field.is_repeated() ? reflection.FieldSize(message, &field) : 1;
  for (int i = 0; i < count; ++i) {
    double value = 0;
    if (field.cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE) {
      value = field.is_repeated() ? reflection.GetRepeatedDouble(message, &field, i)
                                  : reflection.GetDouble(message, &field);
    } else if (field.cpp_type() == FieldDescriptor::CPPTYPE_FLOAT) {
      value = field.is_repeated() ? reflection.GetRepeatedFloat(message, &field, i)
                                  : reflection.GetFloat(message, &field);
    }
    if (!std::isfinite(value)) return false;
  }
  return true;
}

}  // namespace

void FillMessage(Choices& choices, std::span<const std::string_view> words, double side, uint8_t one_in,
                 Message& message) {
  Filler(choices, words, side, one_in).Fill(message);
}

bool TakeOut(std::string_view error, Message& root) {
  std::string_view path = error.substr(0, error.find_first_of(": "));
  Message* message = &root;
  for (;;) {
    const std::string_view part = path.substr(0, path.find('.'));
    path.remove_prefix(std::min(path.size(), part.size() + 1));
    const size_t bracket = part.find('[');
    const FieldDescriptor* field =
        message->GetDescriptor()->FindFieldByName(std::string(part.substr(0, bracket)));
    if (field == nullptr) return false;
    const google::protobuf::Reflection& reflection = *message->GetReflection();
    const int count = field->is_repeated() ? reflection.FieldSize(*message, field) : 0;
    const int index = bracket == part.npos ? 0 : std::atoi(std::string(part.substr(bracket + 1)).c_str());
    const bool is_message = field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE && !field->is_map();
    if (field->is_repeated() ? count == 0 : !reflection.HasField(*message, field)) return false;
    if (path.empty() || !is_message || (field->is_repeated() && (bracket == part.npos || index >= count))) {
      if (!field->is_repeated() || bracket == part.npos || index >= count) {
        reflection.ClearField(message, field);
      } else {
        reflection.SwapElements(message, field, index, count - 1);
        reflection.RemoveLast(message, field);
      }
      return true;
    }
    message = field->is_repeated() ? reflection.MutableRepeatedMessage(message, field, index)
                                   : reflection.MutableMessage(message, field);
  }
}

bool IsFinite(const Message& root) {
  std::vector<const Message*> open = {&root};
  while (!open.empty()) {
    const Message& message = *open.back();
    open.pop_back();
    std::vector<const FieldDescriptor*> fields;
    message.GetReflection()->ListFields(message, &fields);
    for (const FieldDescriptor* field : fields) {
      if (!IsFieldFinite(message, *field)) return false;
      if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
      const google::protobuf::Reflection& reflection = *message.GetReflection();
      const int count = field->is_repeated() ? reflection.FieldSize(message, field) : 1;
      for (int i = 0; i < count; ++i) {
        open.push_back(field->is_repeated() ? &reflection.GetRepeatedMessage(message, field, i)
                                            : &reflection.GetMessage(message, field));
      }
    }
  }
  return true;
}

}  // namespace waystone
