// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the table of expressions that utils/generate-expr-cases.py writes.

#ifndef KILN_RT_TEST_EXPRESSIONTABLE_H
#define KILN_RT_TEST_EXPRESSIONTABLE_H

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace kiln::rt::test {

struct ExpressionRow {
  std::string text;
  std::vector<std::pair<std::string, std::string>> symbols;
  std::string sort;  ///< int, float, bool or error
  std::string value; ///< the number, or the kind of error; may be empty

  /// Is `number` the value? Functions of libm may differ in the last places.
  bool isFloat(double number) const {
    double expected = std::strtod(value.c_str(), nullptr);
    return sort == "float" &&
           (number == expected ||
            std::fabs(number - expected) <= 1e-14 * std::fabs(expected));
  }
};

inline std::vector<ExpressionRow> readExpressions(const std::string &path) {
  std::vector<ExpressionRow> rows;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#')
      continue;
    ExpressionRow row;
    std::istringstream fields(line);
    std::string symbols, result;
    std::getline(fields, row.text, '\t');
    std::getline(fields, symbols, '\t');
    std::getline(fields, result, '\t');
    std::istringstream each(symbols);
    for (std::string symbol; each >> symbol;) {
      size_t at = symbol.find('=');
      row.symbols.emplace_back(symbol.substr(0, at), symbol.substr(at + 1));
    }
    size_t space = result.find(' ');
    row.sort = result.substr(0, space);
    if (space != std::string::npos)
      row.value = result.substr(space + 1);
    rows.push_back(row);
  }
  return rows;
}

} // namespace kiln::rt::test

#endif // KILN_RT_TEST_EXPRESSIONTABLE_H
