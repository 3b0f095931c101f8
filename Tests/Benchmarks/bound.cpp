// SPDX-License-Identifier: MIT
// What a program could do that knows the file and one query only: bound QUERY FILE [FORM].
// The queries are topk, contains and group of workloads.py over products.jsonl, .json and .csv;
// FORM is the ending of a file whose name does not tell it. JSON is read by simdjson on demand in
// the order of the fields, NDJSON in windows, an array whole; CSV in windows by masks of quotes,
// commas and line breaks. Nothing is checked that the query does not need: no text outside its
// fields, no numbers, no widths of rows.
#include "best.h"

#include <fcntl.h>
#include <simdjson.h>
#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#if defined(__AVX512BW__) || defined(__AVX2__)
#include <immintrin.h>
#endif

namespace {

using simdjson::ondemand::object;

constexpr size_t window = 256 * 1024;
constexpr size_t columns = 14;

enum class Query { topk, contains, group };

struct Total {
  int64_t count = 0;
  double sum = 0;
};

/// What a query has found so far.
class Answer {
public:
  explicit Answer(Query query) : query(query) {}

  const Query query;

  void add(Product product) { best.add(std::move(product)); }

  void add(std::string_view category, double price) {
    // Texts that are found again mostly lie a few places on.
    for (auto &[name, total] : totals) {
      if (name != category) continue;
      total.count += 1;
      total.sum += price;
      return;
    }
    totals.emplace_back(category, Total{1, price});
  }

  bool has_word(std::string_view text) {
    constexpr std::string_view word = "waterproof";
    lowered.resize(text.size());
    for (size_t i = 0; i < text.size(); i++) lowered[i] = static_cast<char>(text[i] | 0x20);
    return memmem(lowered.data(), lowered.size(), word.data(), word.size()) != nullptr;
  }

  void print() {
    best.print();
    for (const auto &[name, total] : totals)
      std::printf("\"%s\",%lld,%.12g\n", name.c_str(), static_cast<long long>(total.count),
                  total.sum / static_cast<double>(total.count));
  }

private:
  Best best;
  std::vector<std::pair<std::string, Total>> totals;
  std::string lowered;
};

/// A file that is read in windows, each of which ends where a caller says that a record does.
class Windows {
public:
  explicit Windows(const char *path) : file(open(path, O_RDONLY | O_CLOEXEC)) {
    if (file < 0) fail("the file cannot be opened");
    bytes.resize(window + simdjson::SIMDJSON_PADDING + 64);
  }
  ~Windows() { close(file); }
  Windows(const Windows &) = delete;
  Windows &operator=(const Windows &) = delete;

  /// Drops what was used and reads on; false at the end.
  bool next(size_t used) {
    std::memmove(bytes.data(), bytes.data() + used, length - used);
    length -= used;
    if (length + 64 > bytes.size() - simdjson::SIMDJSON_PADDING) bytes.resize(2 * bytes.size());
    const size_t room = bytes.size() - simdjson::SIMDJSON_PADDING - 64 - length;
    const ssize_t got = read(file, bytes.data() + length, room);
    if (got < 0) fail("the file cannot be read");
    length += static_cast<size_t>(got);
    std::memset(bytes.data() + length, 0, simdjson::SIMDJSON_PADDING + 64);
    return got > 0;
  }

  std::vector<char> bytes;
  size_t length = 0;

private:
  int file;
};

/// One record; the fields are asked for in the order in which the file has them.
void take(object &record, Answer &answer) {
  std::string_view name, category, text;
  int64_t id = 0, reviews = 0;
  double price = 0, rating = -1;
  if (answer.query == Query::group) {
    if (record.find_field("category").get_string().get(category)) fail("no category");
    if (record.find_field("price").get_double().get(price)) fail("no price");
    return answer.add(category, price);
  }
  if (record.find_field("id").get_int64().get(id)) fail("no id");
  if (record.find_field("name").get_string().get(name)) fail("no name");
  if (answer.query == Query::topk) {
    if (record.find_field("category").get_string().get(category)) fail("no category");
    if (category != "Shoes") return;
  }
  if (record.find_field("price").get_double().get(price)) fail("no price");
  if (answer.query == Query::topk && price >= 80) return;
  if (answer.query == Query::contains) {
    if (record.find_field("description").get_string().get(text)) fail("no description");
    if (!answer.has_word(text)) return;
  }
  auto rated = record.find_field("rating");
  if (rated.get_double().get(rating)) rating = -1;
  if (record.find_field("reviewCount").get_int64().get(reviews)) fail("no reviewCount");
  answer.add(Product{rating, rating, reviews, id, price, std::string(name)});
}

void read_lines(const char *path, Answer &answer) {
  simdjson::ondemand::parser parser;
  Windows windows(path);
  size_t used = 0;
  while (windows.next(used)) {
    const char *begin = windows.bytes.data();
    const auto *last = static_cast<const char *>(memrchr(begin, '\n', windows.length));
    used = last ? static_cast<size_t>(last - begin) + 1 : 0;
    simdjson::ondemand::document_stream records;
    if (parser.iterate_many(begin, used, window * 4).get(records)) fail("no records");
    for (auto document : records) {
      object record;
      if (document.get_object().get(record)) fail("a record is no object");
      take(record, answer);
    }
  }
}

void read_array(const char *path, Answer &answer) {
  simdjson::ondemand::parser parser;
  simdjson::padded_string bytes;
  if (simdjson::padded_string::load(path).get(bytes)) fail("the file cannot be read");
  simdjson::ondemand::document document;
  simdjson::ondemand::array records;
  if (parser.iterate(bytes).get(document) || document.get_array().get(records)) fail("no list");
  for (auto element : records) {
    object record;
    if (element.get_object().get(record)) fail("a record is no object");
    take(record, answer);
  }
}

/// Which of 64 bytes are this one.
uint64_t places(const char *block, char wanted) {
#if defined(__AVX512BW__)
  return _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(block), _mm512_set1_epi8(wanted));
#elif defined(__AVX2__)
  const __m256i sample = _mm256_set1_epi8(wanted);
  uint64_t mask = 0;
  for (int half = 1; half >= 0; half--) {
    const auto *from = reinterpret_cast<const __m256i *>(block + 32 * half);
    const __m256i equal = _mm256_cmpeq_epi8(_mm256_loadu_si256(from), sample);
    mask = mask << 32 | static_cast<uint32_t>(_mm256_movemask_epi8(equal));
  }
  return mask;
#else
  uint64_t mask = 0;
  for (int i = 0; i < 64; i++) mask |= static_cast<uint64_t>(block[i] == wanted) << i;
  return mask;
#endif
}

/// The ends of all fields: separators and line breaks outside quotes.
void find_ends(const Windows &windows, std::vector<uint32_t> &ends) {
  ends.clear();
  uint64_t within = 0;
  for (size_t at = 0; at < windows.length; at += 64) {
    const char *block = windows.bytes.data() + at;
    uint64_t quoted = places(block, '"');
    for (int shift = 1; shift < 64; shift *= 2) quoted ^= quoted << shift;
    quoted ^= within;
    within = static_cast<uint64_t>(static_cast<int64_t>(quoted) >> 63);
    uint64_t found = (places(block, ',') | places(block, '\n')) & ~quoted;
    for (; found; found &= found - 1)
      ends.push_back(static_cast<uint32_t>(at) + static_cast<uint32_t>(__builtin_ctzll(found)));
  }
}

template <typename Number> Number number(std::string_view text, Number missing) {
  Number value = missing;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::string_view without_quotes(std::string_view text) {
  const bool quoted = text.size() > 1 && text.front() == '"';
  return quoted ? text.substr(1, text.size() - 2) : text;
}

/// One row: of each column the end, and where the row begins.
void take(const char *bytes, const uint32_t *ends, size_t begin, Answer &answer) {
  auto field = [&](size_t column) {
    const size_t from = column ? ends[column - 1] + 1 : begin;
    return std::string_view(bytes + from, ends[column] - from);
  };
  const std::string_view category = field(3);
  if (answer.query == Query::topk && category != "Shoes") return;
  const double price = number(field(5), 0.0);
  if (answer.query == Query::group) return answer.add(without_quotes(category), price);
  if (answer.query == Query::topk && price >= 80) return;
  if (answer.query == Query::contains && !answer.has_word(field(7))) return;
  // A doubled quote within a name stays one: what is printed is CSV again.
  const double rating = number(field(8), -1.0);
  answer.add(Product{rating, rating, number<int64_t>(field(9), 0), number<int64_t>(field(0), 0),
                     price, std::string(without_quotes(field(1)))});
}

void read_table(const char *path, Answer &answer) {
  Windows windows(path);
  std::vector<uint32_t> ends;
  size_t used = 0;
  bool is_header = true;
  while (windows.next(used)) {
    find_ends(windows, ends);
    used = 0;
    for (size_t row = 0; row + columns <= ends.size(); row += columns) {
      if (!is_header) take(windows.bytes.data(), ends.data() + row, used, answer);
      is_header = false;
      used = ends[row + columns - 1] + 1;
    }
  }
}

} // namespace

int main(int count, char **arguments) {
  if (count != 3 && count != 4) fail("usage: bound topk|contains|group FILE [jsonl|json|csv]");
  const std::string_view word = arguments[1], path = arguments[2];
  const auto query = word == "topk"       ? Query::topk
                     : word == "contains" ? Query::contains
                     : word == "group"    ? Query::group
                                          : (fail("there is no such query"), Query::topk);
  Answer answer(query);
  const std::string_view ending = count == 4 ? arguments[3] : path.substr(path.rfind('.') + 1);
  if (ending == "jsonl") {
    read_lines(arguments[2], answer);
  } else if (ending == "json") {
    read_array(arguments[2], answer);
  } else {
    read_table(arguments[2], answer);
  }
  answer.print();
}
