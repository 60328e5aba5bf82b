//===- Embed.cpp - Writes the built-in models as C++ ----------------------===//
//
//   Embed OUTPUT PROTOTYPES TABLE...
//
// A build step. OUTPUT defines the lines of the tables without comments, and an
// index of the functions that they name, sorted by name (BuiltIn.h): a process
// of the plugin looks up a few functions, and would spend more time on building
// an index than on its own translation unit's models.
//
//===----------------------------------------------------------------------===//
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct Entry {
  std::string Name;
  size_t Table, At, Line; ///< of the name and its line, in bytes
};

std::string_view trimmed(std::string_view Text, std::string_view Blanks) {
  size_t Begin = Text.find_first_not_of(Blanks);
  if (Begin == std::string_view::npos)
    return {};
  return Text.substr(Begin, Text.find_last_not_of(Blanks) + 1 - Begin);
}

std::string quoted(std::string_view Line) {
  std::string Literal = "\"";
  for (char C : Line) {
    if (C == '"' || C == '\\')
      Literal += '\\';
    Literal += C;
  }
  return Literal + "\\n\"";
}

/// Appends a table's functions to Index and its text to Out.
bool embed(const char *Path, size_t Table, std::vector<Entry> &Index,
           std::ostream &Out) {
  std::ifstream In(Path);
  if (!In)
    return false;
  Out << "const char Table" << Table << "[] =";
  size_t At = 0;
  for (std::string Whole; std::getline(In, Whole);) {
    std::string_view Line =
        trimmed(std::string_view(Whole).substr(0, Whole.find('#')), " \t\r");
    if (Line.empty())
      continue;
    Out << "\n    " << quoted(Line);
    const std::string_view Names = Line.substr(0, Line.find(':'));
    for (size_t Begin = 0;;) {
      Begin = Names.find_first_not_of(" \t,", Begin);
      if (Begin == std::string_view::npos)
        break;
      size_t End = std::min(Names.find_first_of(" \t,", Begin), Names.size());
      Index.push_back({std::string(Names.substr(Begin, End - Begin)), Table,
                       At + Begin, At});
      Begin = End;
    }
    At += Line.size() + 1;
  }
  Out << (At == 0 ? " \"\";\n" : ";\n");
  return !In.bad();
}

/// Reads lines "prototype: names" and writes the prototypes. At receives where
/// each name's one is.
bool embedPrototypes(const char *Path, std::map<std::string, size_t> &At,
                     std::ostream &Out) {
  std::ifstream In(Path);
  if (!In)
    return false;
  Out << "const char Prototypes[] = \"\\0\"";
  size_t Offset = 1;
  for (std::string Line; std::getline(In, Line);) {
    const size_t Colon = Line.find(':');
    if (Colon == std::string::npos || Line[0] == '#')
      continue;
    Out << "\n    \"" << Line.substr(0, Colon) << "\\0\"";
    std::istringstream Names(Line.substr(Colon + 1));
    for (std::string Name; Names >> Name;)
      At[Name] = Offset;
    Offset += Colon + 1;
  }
  Out << ";\n";
  return !In.bad();
}

/// As in FindModel.cpp: a name that a program may not define has no prototype.
bool isReserved(const std::string &Name) {
  return Name.size() > 1 && Name[0] == '_' &&
         (Name[1] == '_' || (Name[1] >= 'A' && Name[1] <= 'Z'));
}

} // namespace

int main(int Count, char **Arguments) {
  if (Count < 4) {
    std::fputs("usage: Embed OUTPUT PROTOTYPES TABLE...\n", stderr);
    return 2;
  }
  std::ofstream Out(Arguments[1]);
  Out << "#include \"llvm-pass/models/BuiltIn.h\"\n\n"
         "namespace amorph::builtin {\n\nnamespace {\n";
  std::vector<Entry> Index;
  const auto Tables = static_cast<size_t>(Count - 3);
  for (size_t Table = 0; Table != Tables; ++Table)
    if (!embed(Arguments[Table + 3], Table, Index, Out)) {
      std::fprintf(stderr, "%s: cannot be read\n", Arguments[Table + 3]);
      return 1;
    }
  std::sort(Index.begin(), Index.end(),
            [](const Entry &A, const Entry &B) { return A.Name < B.Name; });
  auto Twice = std::adjacent_find(
      Index.begin(), Index.end(),
      [](const Entry &A, const Entry &B) { return A.Name == B.Name; });
  if (Twice != Index.end()) {
    std::fprintf(stderr, "%s: %s has a model already\n",
                 Arguments[std::next(Twice)->Table + 3], Twice->Name.c_str());
    return 1;
  }
  std::map<std::string, size_t> Prototypes;
  Out << "} // namespace\n\n";
  if (!embedPrototypes(Arguments[2], Prototypes, Out)) {
    std::fprintf(stderr, "%s: cannot be read\n", Arguments[2]);
    return 1;
  }
  Out << "const char *const Tables[] = {";
  for (size_t Table = 0; Table != Tables; ++Table)
    Out << (Table == 0 ? "" : ", ") << "Table" << Table;
  Out << "};\nconst Function Functions[] = {\n";
  for (const Entry &E : Index) {
    const auto Prototype = Prototypes.find(E.Name);
    if (Prototype == Prototypes.end() && !isReserved(E.Name)) {
      std::fprintf(stderr,
                   "%s: expected the prototype of %s, which has a model; run "
                   "tools/research/model-prototypes\n",
                   Arguments[2], E.Name.c_str());
      return 1;
    }
    Out << "    {" << E.Table << ", " << E.Name.size() << ", " << E.At << ", "
        << E.Line << ", "
        << (Prototype == Prototypes.end() ? 0 : Prototype->second) << "},\n";
  }
  Out << "};\nconst unsigned FunctionCount = " << Index.size()
      << ";\n\n} // namespace amorph::builtin\n";
  Out.close();
  if (!Out) {
    std::fprintf(stderr, "%s: cannot be written\n", Arguments[1]);
    return 1;
  }
  return 0;
}
