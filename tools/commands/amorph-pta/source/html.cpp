// The page is a constant head, the data as JSON, and a script that shows the data.
#include "tools/commands/amorph-pta/source/html.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include "llvm/IR/Module.h"
#include "tools/base/json.hpp"
#include "tools/commands/amorph-pta/source/answers.hpp"

namespace amorph::pta {
namespace {

constexpr const char* head = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Points-to sets</title><style>
body {
  font: 15px/1.45 system-ui, sans-serif; margin: 0; color: #1b1f24; background: #fff;
  display: grid; grid-template-columns: 24rem 1fr; height: 100vh;
}
nav { border-right: 1px solid #d5dae0; overflow: auto; padding: 1rem; background: #f6f8fa; }
main { overflow: auto; padding: 1rem 2rem; }
h1 { font-size: 1.1rem; margin: 0 0 .6rem; }
h2 { font-size: 1.15rem; margin: .2rem 0 .4rem; font-family: ui-monospace, monospace; }
h3 { font-size: .95rem; margin: 1.2rem 0 .3rem; color: #57606a; }
input {
  width: 100%; box-sizing: border-box; font: inherit; padding: .35rem .5rem;
  border: 1px solid #c4ccd4; border-radius: 4px;
}
ul { list-style: none; margin: .4rem 0; padding: 0; }
li { padding: .1rem 0; }
a { color: #0b57d0; text-decoration: none; font-family: ui-monospace, monospace; cursor: pointer; }
a:hover, a:focus { text-decoration: underline; }
small { color: #57606a; }
pre {
  background: #f6f8fa; border: 1px solid #d5dae0; border-radius: 4px;
  padding: .5rem .7rem; overflow: auto; margin: .3rem 0;
}
pre b { background: #fff3b0; font-weight: inherit; }
@media (prefers-color-scheme: dark) {
  body { background: #15181c; color: #d8dde3; }
  nav, pre { background: #1d2126; border-color: #353b43; }
  input { background: #15181c; color: inherit; border-color: #444c56; }
  a { color: #7fb0ff; }
  small, h3 { color: #98a2ae; }
  pre b { background: #5b4a00; }
}
</style></head><body>
<nav><h1 id="title"></h1><input id="find" placeholder="pointer, function or file" autofocus><ul id="list"></ul></nav>
<main id="main"></main><script type="application/json" id="data">)";

constexpr const char* tail = R"(</script><script>
const $ = id => document.getElementById(id);
const d = JSON.parse($('data').textContent);
const el = (tag, text, parent) => {
  const e = document.createElement(tag);
  if (text !== undefined) e.textContent = text;
  if (parent) parent.append(e);
  return e;
};
const where = x => x.line ? d.files[x.file].split('/').pop() + ':' + x.line : '';
const link = (text, to, parent) => {
  const a = el('a', text, parent);
  a.href = '#' + to;
  return a;
};
const pointerName = p => (p.function ? p.function + '::' : '') + p.name;

// Pointers by the objects that they may point to, and by the block that they are in.
const by = new Map(), inside = new Map();
const put = (map, key, value) => {
  if (!map.has(key)) map.set(key, []);
  map.get(key).push(value);
};
d.pointers.forEach((p, i) => {
  if (p.block !== undefined) put(inside, p.block, i);
  for (const o of d.sets[p.set]) put(by, o, i);
});

function source(x, parent) {
  if (!x.line) return;
  el('small', d.files[x.file] + ':' + x.line, parent);
  const lines = d.lines[x.file] || {}, pre = el('pre', undefined, parent);
  for (let n = x.line - 2; n <= x.line + 2; n++)
    if (lines[n] !== undefined)
      el(n === x.line ? 'b' : 'span', String(n).padStart(5) + '  ' + lines[n] + '\n', pre);
  if (!pre.firstChild) pre.remove();
}
function entries(title, ids, parent, write) {
  el('h3', title + (ids.length ? '' : ': nothing'), parent);
  const ul = el('ul', undefined, parent);
  ids.forEach(i => write(i, el('li', undefined, ul)));
}
const pointerItem = (i, li) => {
  const p = d.pointers[i];
  link(pointerName(p), 'p' + i, li);
  el('small', '  ' + where(p), li);
};
const objectItem = (o, li) => {
  const x = d.objects[o];
  link(x.name, 'o' + o, li);
  el('small', '  ' + x.kind + '  ' + where(x), li);
};

function showPointer(p, m) {
  el('h2', pointerName(p), m);
  source(p, m);
  const set = d.sets[p.set], size = d.sizes[p.set];
  const first = size > set.length ? ' (the first ' + set.length + ' of ' + size + ')' : '';
  entries('may point to' + first, set, m, objectItem);
}
function showObject(n, m) {
  const x = d.objects[n];
  el('h2', x.name, m);
  el('small', x.kind, m);
  el('br', undefined, m);
  source(x, m);
  entries('contents', inside.get(x.block) || [], m, pointerItem);
  const ids = by.get(n) || [];
  const whole = ids.filter(i => d.sizes[d.pointers[i].set] === d.sets[d.pointers[i].set].length).length;
  const all = whole + x.cut;
  const cut = all > ids.length ? ' (' + ids.length + ' of ' + all + ': long sets are cut)' : '';
  entries('pointers that may point to it' + cut, ids, m, pointerItem);
}
function show() {
  const m = $('main'), key = location.hash.slice(1), n = +key.slice(1);
  m.textContent = '';
  if (key[0] === 'p' && d.pointers[n]) {
    showPointer(d.pointers[n], m);
  } else if (key[0] === 'o' && d.objects[n]) {
    showObject(n, m);
  } else {
    el('h2', d.title, m);
    el('p', d.pointers.length + ' pointers of ' + d.files.length + ' files. Choose one on the left.', m);
  }
  m.scrollTop = 0;
}
function list() {
  const t = $('find').value.toLowerCase(), ul = $('list');
  ul.textContent = '';
  let n = 0;
  for (let i = 0; i < d.pointers.length && n < 300; i++) {
    const p = d.pointers[i];
    if (t && !(pointerName(p) + ' ' + where(p)).toLowerCase().includes(t)) continue;
    pointerItem(i, el('li', undefined, ul));
    n++;
  }
  if (n === 300) el('li', 'more: type to narrow', ul);
}
$('title').textContent = d.title;
$('find').oninput = list;
window.onhashchange = show;
list();
show();
</script></body></html>
)";

class report {
 public:
  report(const source_index& p, std::size_t max_set) : p_(p), c_(p.result().Constraints), max_set_(max_set) {}

  std::string data(const std::string& title) {
    json_writer j;
    j.begin_object();
    j.field("title", title);
    j.key("pointers");
    j.begin_array();
    for (const PointerRow& row : p_.rows()) pointer_of(j, row);
    j.end_array();
    j.key("objects");
    j.begin_array();
    count_cut();
    // Sets name objects by their position here.
    for (const Var o : objects_) object(j, o);
    j.end_array();
    sets(j);
    j.key("files");
    j.begin_array();
    for (const std::string& name : file_names_) j.value(name);
    j.end_array();
    lines(j);
    j.end_object();
    return j.text();
  }

 private:
  void pointer_of(json_writer& j, const PointerRow& row) {
    if (row.Name.empty() || row.Name[0] == '%') return;  // temporaries: queries answer for them
    const source_location at = p_.location(row);
    j.begin_object();
    j.field("name", row.Name);
    if (row.Function != nullptr) j.field("function", p_.names().symbol(*row.Function));
    write_location(j, at);
    if (row.Holders.size() == 1 && row.Holders[0] < c_.Problem.objects) j.field("block", c_.blockIndex(row.Holders[0]));
    j.field("set", set_of_row(row));
    j.end_object();
  }
  // Many rows share a set, and sets may be long: each is listed once.
  std::size_t set_of_row(const PointerRow& row) {
    if (row.Holders.size() != 1 || !row.Objects.empty()) {
      const std::vector<Var> all = amorph::pointsTo(p_.result(), row);
      if (all.size() > max_set_)
        for (const Var o : all) ++in_cut_[o];
      return set_of(all);
    }
    ++rows_of_[row.Holders[0]];
    const std::uint32_t shared = p_.result().Solution.set_of[row.Holders[0]];
    const auto it = of_shared_.find(shared);
    if (it != of_shared_.end()) return it->second;
    return of_shared_[shared] = set_of(amorph::pointsTo(p_.result(), row));
  }
  std::size_t set_of(std::vector<Var> all) {
    const std::size_t size = all.size();
    if (all.size() > max_set_) all.resize(max_set_);
    for (Var& o : all) {
      const auto [it, is_new] = position_.try_emplace(o, objects_.size());
      if (is_new) objects_.push_back(o);
      o = static_cast<Var>(it->second);
    }
    const auto [it, is_new] = known_.try_emplace({std::move(all), size}, known_.size());
    if (is_new) in_order_.push_back(&it->first);
    return it->second;
  }
  // Counts the pointers to each object whose sets are cut, and so do not show it.
  void count_cut() {
    const andersen::solution& s = p_.result().Solution;
    std::map<std::uint32_t, std::pair<Var, std::size_t>> rows;  // by set
    for (const auto& [holder, n] : rows_of_) {
      const auto it = rows.try_emplace(s.set_of[holder], holder, 0).first;
      it->second.second += n;
    }
    for (const auto& [set, row] : rows)
      if (s.size(row.first) > max_set_) s.for_each(row.first, [&, n = row.second](Var o) { in_cut_[o] += n; });
  }
  void object(json_writer& j, Var o) {
    const MemoryBlock& b = c_.blockOf(o);
    j.begin_object();
    j.field("name", p_.names().object(c_, o));
    j.field("kind", kind_name(b.Kind));
    j.field("block", c_.blockIndex(o));
    j.field("cut", in_cut_[o]);  // pointers to it whose sets are cut
    write_location(j, p_.location(b));
    j.end_object();
  }
  void write_location(json_writer& j, const source_location& at) {
    if (at.file.empty() || at.line == 0) return;
    const auto [it, is_new] = files_.try_emplace(at.file, file_names_.size());
    if (is_new) file_names_.push_back(at.file);
    j.field("file", it->second);
    j.field("line", at.line);
    for (unsigned n = at.line > 2 ? at.line - 2 : 1; n <= at.line + 2; ++n) wanted_[it->second].insert(n);
  }
  void sets(json_writer& j) {
    j.key("sets");
    j.begin_array();
    for (const auto* set : in_order_) {
      std::string list = "[";
      for (const Var o : set->first) (list += list.size() == 1 ? "" : ",") += std::to_string(o);
      j.number(list + "]");
    }
    j.end_array();
    j.key("sizes");
    j.begin_array();
    for (const auto* set : in_order_) j.value(set->second);
    j.end_array();
  }
  void lines(json_writer& j) {
    j.key("lines");
    j.begin_object();
    for (const auto& [file, numbers] : wanted_) {
      j.key(std::to_string(file));
      j.begin_object();
      std::ifstream in(file_names_[file]);
      unsigned n = 0;
      for (std::string line; std::getline(in, line);)
        if (numbers.contains(++n)) j.field(std::to_string(n), line.substr(0, 300));
      j.end_object();
    }
    j.end_object();
  }

  const source_index& p_;
  const ModuleConstraints& c_;
  std::size_t max_set_;
  std::vector<Var> objects_;
  std::map<Var, std::size_t> position_;
  std::map<std::pair<std::vector<Var>, std::size_t>, std::size_t> known_;
  std::vector<const std::pair<std::vector<Var>, std::size_t>*> in_order_;
  std::map<std::uint32_t, std::size_t> of_shared_;
  std::map<Var, std::size_t> rows_of_;  // pointers that share a variable
  std::vector<std::size_t> in_cut_ = std::vector<std::size_t>(c_.Problem.objects);
  std::map<std::string, std::size_t> files_;
  std::vector<std::string> file_names_;
  std::map<std::size_t, std::set<unsigned>> wanted_;
};

}  // namespace

std::string html_report(const source_index& program, const std::string& title, std::size_t max_set) {
  std::string page = head;
  // "</script>" in a source line would end the data.
  for (const char c : report(program, max_set).data(title)) {
    if (c == '<')
      page += "\\u003c";
    else
      page += c;
  }
  return page + tail;
}

}  // namespace amorph::pta
