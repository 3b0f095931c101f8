// SPDX-License-Identifier: MIT
// The best products of a query, as the programs find and print them that know the query.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

[[noreturn]] inline void fail(const char *what) {
  std::fprintf(stderr, "bound: %s\n", what);
  std::exit(1);
}

struct Product {
  /// What they are ordered by first; below 0 where that is missing.
  double rank;
  double rating;
  int64_t reviews;
  int64_t id;
  double price;
  std::string name;

  // The order of the workloads.
  bool operator<(const Product &other) const {
    if (rank != other.rank) return rank > other.rank;
    if (reviews != other.reviews) return reviews > other.reviews;
    return id < other.id;
  }
};

/// The first twenty of the products that were added.
class Best {
public:
  /// Whether a product with this rank and these reviews cannot be one of them.
  bool excels(double rank, int64_t reviews) const {
    if (products.size() < 20) return false;
    const Product &last = products.front();
    return rank != last.rank ? rank < last.rank : reviews < last.reviews;
  }

  void add(Product product) {
    if (products.size() == 20 && !(product < products.front())) return;
    products.push_back(std::move(product));
    std::push_heap(products.begin(), products.end());
    if (products.size() <= 20) return;
    std::pop_heap(products.begin(), products.end());
    products.pop_back();
  }

  void print() {
    std::sort(products.begin(), products.end());
    for (const Product &product : products) {
      std::printf("%lld,\"%s\",%.2f,", static_cast<long long>(product.id), product.name.c_str(),
                  product.price);
      if (product.rating >= 0) std::printf("%.1f", product.rating);
      std::printf(",%lld\n", static_cast<long long>(product.reviews));
    }
  }

private:
  std::vector<Product> products;
};
