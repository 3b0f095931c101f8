// SPDX-License-Identifier: MIT

@testable import QueryShell

/// What scripted pupils write.
enum ExerciseScripts {
  /// The numbers of the pieces in the order of the solution.
  static func order(of exercise: Exercise, _ arranged: ArrangedPieces) -> String {
    let stages = exercise.solution.split(separator: " | ").map(String.init).dropFirst()
    return stages.compactMap { stage in
      arranged.pieces.firstIndex(of: stage).map { "\($0 + 1)" }
    }.joined(separator: " ")
  }

  /// For each exercise its right answer in another form.
  static let others: [String: String] = [
    "1.1": "from hotels | drop id, address, stars, distance, suites, rooms",
    "1.2": "from hotels | page 1 size 3",
    "1.3": "from hotels | limit 3 | skip 1 | show name, stars",
    "1.4": "from hotels | summarize n = count()",
    "1.5": "from hotels | rename name as hotel | show hotel, stars",
    "2.1": "from hotels | filter not (stars < 3)",
    "2.2": "from hotels | filter 100 > distance | sort by name",
    "2.3": "from hotels | sort by distance | filter stars = 2 or stars = 3 | show stars, name",
    "2.4": "from hotels | filter rooms > 2 | filter stars = 2 or stars = 3",
    "2.5": "from hotels | filter stars != 2 and stars != 3",
    "3.1": "from hotels | top 999 by rooms",
    "3.2": "from hotels | sort by distance asc | skip 1 | skip 1",
    "3.3": "from hotels | top 3 by distance asc | show name, distance",
    "3.4": "from hotels | sort by distance | sort by stars desc",
    "3.5": "from hotels | top 1 by distance asc; from hotels | filter @1.distance = distance",
    "4.1": "from shopreme | filter name like \"*Österreich*\"",
    "4.2": "from hotels | filter name like \"d*\"",
    "4.3": "from hotels | filter name contains \"inn\" or name contains \"hotel\" | show name "
      + "| sort by name",
    "4.4": "from hotels | filter address matches /WEST/",
    "4.5": "from products | extend n = len(name) | sort by n desc, name desc",
    "5.1": "from shopreme | filter not (was_price is not null)",
    "5.2": "from shopreme | filter was_price is not null and not (was_price > 1.3)",
    "5.3": "from shopreme | show name, was_price | sort by was_price nulls first",
    "5.4": "from shopreme | show name, before = if was_price is null then price else was_price",
    "5.5": "from shopreme | filter was_price is not null | count",
    "6.1": "from hotels | filter any suites = 87",
    "6.2": "from hotels | filter none suites >= 50",
    "6.3": "from hotels | expand suites | filter name = \"dream\" | sort by suites "
      + "| show name, suites",
    "6.4": "from hotels | filter not (all suites <= 100)",
    "6.5": "from hotels | expand suites | count",
    "7.1": "from chloe | filter £350 > price",
    "7.2": "from chloe | filter was_price - price > £0",
    "7.3": "from chloe | extend off = 1 - price / was_price | filter off > 0 | sort by off desc "
      + "| show name, off",
    "7.4": "from bestbuy | filter onSale | filter was_price > price",
    "8.1": "from hotels | summarize n = count() by stars",
    "8.2": "from hotels | distinct stars | count",
    "8.3": "from chloe | summarize m = avg(price) by category | sort by m desc | filter m > £400",
    "8.4": "from hotels | group by stars (sort by rooms desc | limit 1)",
    "8.5": "from chloe | summarize m = avg(price), n = count() by category",
    "9.1": "from hotels | join hotels on id != hotels.id and hotels.stars = stars",
    "9.2": "from hotels | join hotels on stars = hotels.stars and not (id >= hotels.id)",
    "9.3": "from bestbuy | join left bestbuy on id != bestbuy.id and brand = bestbuy.brand "
      + "| show name, bestbuy.name | sort by name",
    "9.4": "from hotels | join left hotels on id != hotels.id and stars = hotels.stars "
      + "| filter hotels.name is null",
    "9.5": "from bestbuy | accessories | summarize distinct_count(id)",
    "10.1": "changes from \"monday.csv\" to \"friday.csv\" by id "
      + "| filter change != \"new\" and change != \"gone\"",
    "10.2": "changes from \"monday.csv\" to \"friday.csv\" by id | filter price.old > price.new",
    "10.3": "changes from \"monday.csv\" to \"friday.csv\" by id | sort by price.new desc "
      + "| filter change = \"new\" | show id, price.new",
    "10.4": "changes from \"monday.csv\" to \"friday.csv\" by id "
      + "| summarize n = count() by change",
    "11.1": "from hotels | filter distance < 200 | count by stars",
    "11.2": "from hotels | filter not (distance > 600)",
    "11.3": "from hotels | top 99 by rooms | to bars rooms by name",
    "11.4": "from hotels | assert stars >= 0 and stars <= 5 | filter stars >= 3",
    "11.5": "from chloe | sort by name | to hist price",
  ]
}
