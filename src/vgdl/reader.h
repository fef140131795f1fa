#pragma once
// Makes rules of an outline; one object reads one file. Inner header of read_rules().

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vgdl/rules.h"
#include "vgdl/values.h"

namespace palamedes::vgdl {

class RulesReader {
 public:
  RulesReader(const Outline& outline, std::string file)
      : outline_(outline), diagnostics_(std::move(file)) {}

  Result<LoadedRules> read();

 private:
  struct Inherited {
    std::string_view kind;
    Values values;
    std::vector<TypeId> family;
  };

  // Sprites (reader.cpp).
  void read_game(const Line& line);
  void read_sprites(const Line& above, const Inherited& inherited);
  TypeId register_type(std::string_view name, SourceLocation where);
  void define_type(TypeId type, const Token& name, std::string_view kind, SourceLocation kind_where,
                   const Values& values);
  void read_class_values(SpriteType& type, const Values& values);
  void finish_types();
  void read_mapping(const Line& section);

  // Effects and terminations (reader_effects.cpp). Those that make something say whether the file
  // is to be read on.
  bool read_interactions(const Line& section);
  bool read_interaction(const Line& line);
  bool make_effect(const Token& function, const Values& values, std::uint32_t& made);
  bool read_effect_types(const Token& function, const Word<EffectKind>& word, const Values& values,
                         Effect& effect);
  void read_effect_values(const Values& values, Effect& effect);
  void add_effect(const Token& first, const std::vector<Token>& others, std::uint32_t effect,
                  const Values& values);
  bool read_terminations(const Line& section);
  bool read_termination(const Line& line);
  void order_pairs();
  void find_resources();

  // The type of this name; reports an unknown one.
  TypeId type_named(std::string_view name, SourceLocation where);
  std::vector<TypeId> types_named(const Values& values, std::string_view parameter);
  void stop_reading(SourceLocation where, const std::string& why, const std::string& hint);
  [[nodiscard]] std::vector<std::string> type_names() const;

  const Outline& outline_;
  Diagnostics diagnostics_;
  Rules rules_;
  std::map<std::string, TypeId, std::less<>> ids_;
  std::vector<std::pair<TypeId, Values>> late_;  // values that name types further down
};

}  // namespace palamedes::vgdl
