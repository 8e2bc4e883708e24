// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_SUPPORT_REGISTRY_H
#define KILN_SUPPORT_REGISTRY_H

#include <initializer_list>
#include <mutex>
#include <vector>

namespace kiln {

/// A list that begins with what Kiln has of a kind, and grows by what embedders
/// and plugins add. What was added last comes first: it goes before Kiln's own.
/// May be used by several threads at once.
template <typename T>
class Registry {
public:
  Registry(std::initializer_list<T> stock) : entries(stock) {}

  void add(T entry) {
    std::lock_guard<std::mutex> lock(mutex);
    entries.insert(entries.begin(), std::move(entry));
  }

  /// The entries as they are now.
  std::vector<T> get() const {
    std::lock_guard<std::mutex> lock(mutex);
    return entries;
  }

private:
  mutable std::mutex mutex;
  std::vector<T> entries;
};

} // namespace kiln

#endif // KILN_SUPPORT_REGISTRY_H
