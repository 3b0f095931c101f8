// SPDX-License-Identifier: MIT
// What a program could do that holds the columns and knows the query: columns QUERY FOLDER [TIMES].
// The queries are those of workloads.py that are asked warm or saved, of what catalogues.py makes.
// Only the columns of the query are read; with TIMES it is asked so often over what has been read,
// and the milliseconds of each come on standard error.
#include "best.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstring>
#include <memory>
#include <string_view>

namespace {

/// A column as it lies in its file.
template <typename Value> class Column {
public:
  Column(const std::string &folder, const char *name) {
    const int file = open((folder + "/" + name).c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) fail("a column cannot be opened");
    const auto size = static_cast<size_t>(status.st_size);
    values.reset(static_cast<Value *>(std::malloc(size + 64)));
    if (!values) fail("memory has run out");
    count = size / sizeof(Value);
    auto *bytes = reinterpret_cast<char *>(values.get());
    std::memset(bytes + size, 0, 64);
    for (size_t done = 0; done < size;) {
      const ssize_t got = read(file, bytes + done, size - done);
      if (got <= 0) fail("a column cannot be read");
      done += static_cast<size_t>(got);
    }
    close(file);
  }

  const Value &operator[](size_t row) const { return values.get()[row]; }
  const Value *begin() const { return values.get(); }
  size_t count;

private:
  struct Free {
    void operator()(Value *values) const { std::free(values); }
  };
  std::unique_ptr<Value, Free> values;
};

/// Texts that repeat, as places in a list of them.
template <typename Code> struct Words {
  Words(const std::string &folder, const char *name) : codes(folder, name) {
    const Column<char> lines(folder, (std::string(name) + ".texts").c_str());
    std::string_view rest(lines.begin(), lines.count);
    for (size_t end; (end = rest.find('\n')) != rest.npos; rest.remove_prefix(end + 1))
      texts.emplace_back(rest.substr(0, end));
  }

  Code code(std::string_view text) const {
    return static_cast<Code>(std::find(texts.begin(), texts.end(), text) - texts.begin());
  }

  Column<Code> codes;
  std::vector<std::string> texts;
};

struct Texts {
  Texts(const std::string &folder, const std::string &name)
      : bytes(folder, name.c_str()), ends(folder, (name + ".ends").c_str()) {}

  Column<char> bytes;
  Column<uint32_t> ends;
};

/// Texts of which few are looked at, which stay in their files.
class FewTexts {
public:
  FewTexts(const std::string &folder, const std::string &name)
      : bytes(open((folder + "/" + name).c_str(), O_RDONLY | O_CLOEXEC)),
        ends(open((folder + "/" + name + ".ends").c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~FewTexts() {
    close(bytes);
    close(ends);
  }
  FewTexts(const FewTexts &) = delete;
  FewTexts &operator=(const FewTexts &) = delete;

  std::string operator[](size_t row) const {
    uint32_t range[2] = {};
    take(ends, range + (row == 0), row == 0 ? 4 : 8, row == 0 ? 0 : 4 * (row - 1));
    std::string text(range[1] - range[0], ' ');
    take(bytes, text.data(), text.size(), range[0]);
    return text;
  }

private:
  static void take(int file, void *room, size_t size, size_t place) {
    if (pread(file, room, size, static_cast<off_t>(place)) != static_cast<ssize_t>(size))
      fail("a text cannot be read");
  }

  const int bytes, ends;
};

/// The products that pass a condition; the best of them are shown.
class Shown {
public:
  explicit Shown(const std::string &folder)
      : price(folder, "price"), rating(folder, "rating"), reviews(folder, "reviews"),
        id(folder, "id"), name(folder, "name") {}

  void add(size_t row, bool by_rating, Best &best) const {
    const double rated = rating[row] ? rating[row] / 10.0 : -1;
    const double rank = by_rating ? rated : 0;
    if (best.excels(rank, reviews[row])) return;
    best.add(Product{rank, rated, reviews[row], id[row], price[row] / 100.0, name[row]});
  }

  const Column<int32_t> price;
  const Column<uint8_t> rating;
  const Column<int32_t> reviews, id;
  const FewTexts name;
};

/// A query over the columns that it needs.
struct Query {
  virtual ~Query() = default;
  virtual void run() = 0;
  virtual void print() { best.print(); }
  Best best;
};

struct TopK : Query {
  explicit TopK(const std::string &folder) : shown(folder), category(folder, "category") {}
  void run() override {
    best = {};
    const uint8_t wanted = category.code("Shoes");
    for (size_t row = 0; row < shown.price.count; row++)
      if (int{category.codes[row] == wanted} & int{shown.price[row] < 8000})
        shown.add(row, true, best);
  }
  const Shown shown;
  const Words<uint8_t> category;
};

struct Numeric : Query {
  explicit Numeric(const std::string &folder) : shown(folder) {}
  void run() override {
    best = {};
    for (size_t row = 0; row < shown.price.count; row++)
      if (int{static_cast<uint32_t>(shown.price[row] - 2000) <= 3000} &
          int{shown.rating[row] >= 45})
        shown.add(row, false, best);
  }
  const Shown shown;
};

struct Contains : Query {
  explicit Contains(const std::string &folder) : shown(folder), text(folder, "description") {}

  void run() override {
    best = {};
    size_t row = 0;
    const char *bytes = text.bytes.begin();
    for (size_t block = 0; block < text.bytes.count; block += 64) {
      // Letters that are some way from each other are seldom both there by chance.
      uint64_t found = 0;
      for (size_t i = 0; i < 64; i++)
        found |= (uint64_t{(bytes[block + i] | 0x20) == 'w'} &
                  uint64_t{(bytes[block + i + 9] | 0x20) == 'f'}) << i;
      for (; found; found &= found - 1)
        take(block + static_cast<size_t>(__builtin_ctzll(found)), row);
    }
  }

  /// Adds the product of a place, once; `row` is behind the last one that was added.
  void take(size_t place, size_t &row) {
    if ((row && place < text.ends[row - 1]) || !is_word(text.bytes.begin() + place)) return;
    while (text.ends[row] <= place) row++;
    if (place + 10 <= text.ends[row]) shown.add(row++, true, best);
  }

  static bool is_word(const char *place) {
    for (const char letter : std::string_view("waterproof"))
      if ((*place++ | 0x20) != letter) return false;
    return true;
  }

  const Shown shown;
  const Texts text;
};

struct Group : Query {
  explicit Group(const std::string &folder)
      : price(folder, "price"), category(folder, "category") {}
  void run() override {
    totals = {};
    for (size_t row = 0; row < price.count; row++) {
      auto &[count, sum] = totals[category.codes[row]];
      count += 1;
      sum += price[row];
    }
  }
  void print() override {
    for (size_t code = 0; code < category.texts.size(); code++)
      std::printf("\"%s\",%lld,%.12g\n", category.texts[code].c_str(),
                  static_cast<long long>(totals[code].first),
                  static_cast<double>(totals[code].second) / 100.0 /
                      static_cast<double>(totals[code].first));
  }
  const Column<int32_t> price;
  const Words<uint8_t> category;
  std::array<std::pair<int64_t, int64_t>, 256> totals;
};

struct Distinct : Query {
  explicit Distinct(const std::string &folder)
      : brand(folder, "brand"), category(folder, "category") {}
  void run() override {
    seen.assign(brand.texts.size() << 8, 0);
    for (size_t row = 0; row < brand.codes.count; row++)
      seen[static_cast<size_t>(brand.codes[row]) << 8 | category.codes[row]] = 1;
  }
  void print() override {
    for (size_t pair = 0; pair < seen.size(); pair++)
      if (seen[pair])
        std::printf("%s,%s\n", brand.texts[pair >> 8].c_str(), category.texts[pair & 255].c_str());
  }
  const Words<uint16_t> brand;
  const Words<uint8_t> category;
  std::vector<uint8_t> seen;
};

std::unique_ptr<Query> query(std::string_view word, const std::string &folder) {
  if (word == "topk") return std::make_unique<TopK>(folder);
  if (word == "numeric") return std::make_unique<Numeric>(folder);
  if (word == "contains") return std::make_unique<Contains>(folder);
  if (word == "group") return std::make_unique<Group>(folder);
  if (word == "distinct") return std::make_unique<Distinct>(folder);
  fail("there is no such query");
}

} // namespace

int main(int count, char **arguments) {
  if (count != 3 && count != 4)
    fail("usage: columns topk|numeric|contains|group|distinct FOLDER [TIMES]");
  const auto asked = query(arguments[1], arguments[2]);
  const int times = count == 4 ? std::atoi(arguments[3]) : 0;
  for (int time = 0; time < times; time++) {
    const auto begin = std::chrono::steady_clock::now();
    asked->run();
    const std::chrono::duration<double, std::milli> taken =
        std::chrono::steady_clock::now() - begin;
    // There is one thread.
    std::fprintf(stderr, "%.3f %.3f\n", taken.count(), taken.count());
  }
  if (times == 0) asked->run();
  asked->print();
}
