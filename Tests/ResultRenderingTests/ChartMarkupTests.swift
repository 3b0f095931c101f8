// SPDX-License-Identifier: MIT

import Catalogue
import Foundation
import ResultRendering
import Testing

/// Charts with several lines or parts, as text and as pictures.
struct SeriesChartTests {
  private static let prices: [(String, ValueType, [Value])] = [
    ("price", .decimal, [number("3"), number("7.5"), number("-1"), .null, number("12")]),
    ("at", .date, [number("0"), number("86400"), number("0"), number("0"), number("172800")]),
    ("shop", .text, ["<b>", "a", "a", "a", "<b>"].map(text)),
  ]

  private static let samples: [(RenderSample, OutputForm)] = [
    (
      RenderSample(
        what: "lines over days", columns: prices, options: RenderOptions(width: 40),
        footer: "5 prices",
        expected: """
          a <b>  b a
          price
          12 ┤                                 ⡠⠔a
             │                             ⢀⡠⠔⠉
             │                          ⢀⡠⠒⠁
             │                       ⣀⠤⠊⠁
             │                    ⣀⠔⠊
             │                 ⣠b⠉
             │             ⢀⡠⠒⡝⠁
             │          ⢀⠤⠒⠁⡠⠊
             │       ⣀⠔⠊⠁ ⢠⠊
             │    ⡠⠔⠊   ⢀⠔⠁
             │⢀⡠⠔⠉     ⡔⠁
             │a      ⡠⠊
             │     ⢠⠊
             │   ⢀⠔⠁
             │  ⡔⠁
          -1 ┤b⠊
             └────────────────────────────────────
              1970-01-01       at       1970-01-03
          1 of 5 rows has no price or no at
          5 prices

          """), .chart("line", [0, 1, 2])
    ),
    (
      RenderSample(
        what: "parts of bars in ASCII", columns: prices,
        options: RenderOptions(width: 40, ascii: true),
        expected: """
          ## <b>  == a
          at                                 price
          1970-01-01  ######                   3
          1970-01-02  ==============           7.5
          1970-01-03  ######################  12
          1 of 5 rows has no price
          1 below 0, which cannot be stacked

          """), .chart("bars", [0, 1, 2])
    ),
    (
      RenderSample(
        what: "one line in ASCII", columns: Array(prices.dropLast()),
        options: RenderOptions(width: 30, ascii: true),
        expected: """
          price
          12 +                        **
             |                      **
             |                   ***
             |                 **
             |               **
             |             **
             |            *
             |          **
             |         *
             |        *
             |*     **
             |*    *
             |*   *
             |* **
             |**
          -1 +*
             +--------------------------
              1970-01-01  at  1970-01-03
          1 of 5 rows has no price or no
          at

          """), .chart("line", [0, 1])
    ),
    (
      RenderSample(
        what: "ranges between given numbers", columns: prices,
        options: ends(["0", "3", "10"], RenderOptions(width: 40)),
        expected: """
          price                               rows
          0 to  <3                               0
          3 to <10  ███████████████████████████  2
          1 of 5 rows has no price
          2 outside of the ranges
          the ranges are not of equal size

          """), .hist(0)
    ),
    (
      RenderSample(
        what: "a picture of parts", columns: prices, options: markup("svg"), footer: "5 prices",
        expected: """
          <svg xmlns="http://www.w3.org/2000/svg" class="cq-chart" viewBox="0 0 720 126" \
          role="img" aria-labelledby="cq-chart-1-tt7e3i-title cq-chart-1-tt7e3i-desc">
          <title id="cq-chart-1-tt7e3i-title">price by at</title>
          <desc id="cq-chart-1-tt7e3i-desc">3 bars, price from 3 to 12; 1 of 5 rows has no price; 1 \
          below 0, which cannot be stacked</desc>
          <style/>
          <rect class="cq-s0" x="0" y="6" width="12" height="12"/>
          <text x="18" y="16">&lt;b&gt;</text>
          <rect class="cq-s1" x="60" y="6" width="12" height="12"/>
          <text x="78" y="16">a</text>
          <text x="82.8" y="36" text-anchor="end" font-weight="600">at</text>
          <text x="720" y="36" text-anchor="end" font-weight="600">price</text>
          <g><title>1970-01-01: 3</title>
          <text x="82.8" y="62" text-anchor="end">1970-01-01</text>
          <text x="720" y="62" text-anchor="end">3</text>
          <rect class="cq-s0" x="92.8" y="48" width="144.5" height="18"/>
          </g>
          <g><title>1970-01-02: 7.5</title>
          <text x="82.8" y="88" text-anchor="end">1970-01-02</text>
          <text x="720" y="88" text-anchor="end">7.5</text>
          <rect class="cq-s1" x="92.8" y="74" width="361.3" height="18"/>
          </g>
          <g><title>1970-01-03: 12</title>
          <text x="82.8" y="114" text-anchor="end">1970-01-03</text>
          <text x="720" y="114" text-anchor="end">12</text>
          <rect class="cq-s0" x="92.8" y="100" width="578" height="18"/>
          </g>
          <line class="cq-axis" x1="92.8" y1="44" x2="92.8" y2="122"/>
          </svg>

          """), .chart("bars", [0, 1, 2])
    ),
    (
      RenderSample(
        what: "a figure of lines", columns: prices, options: markup("html"), footer: "5 prices",
        expected: """
          <figure class="cq-result">
          <div class="cq-wide" role="region" tabindex="0" aria-label="chart">
          <svg xmlns="http://www.w3.org/2000/svg" class="cq-chart" viewBox="0 0 720 420" \
          role="img" aria-labelledby="cq-chart-1-hufyjg-title cq-chart-1-hufyjg-desc">
          <title id="cq-chart-1-hufyjg-title">price by at</title>
          <desc id="cq-chart-1-hufyjg-desc">4 points, at from 1970-01-01 to 1970-01-03, price from -1 \
          to 12; 1 of 5 rows has no price or no at</desc>
          <style/>
          <rect class="cq-s0" x="0" y="6" width="12" height="12"/>
          <text x="18" y="16">&lt;b&gt;</text>
          <rect class="cq-s1" x="60" y="6" width="12" height="12"/>
          <text x="78" y="16">a</text>
          <text x="0" y="36" font-weight="600">price</text>
          <line class="cq-grid" x1="26.8" y1="372" x2="676.6" y2="372"/>
          <text x="20.8" y="376" text-anchor="end">-5</text>
          <line class="cq-grid" x1="26.8" y1="292" x2="676.6" y2="292"/>
          <text x="20.8" y="296" text-anchor="end">0</text>
          <line class="cq-grid" x1="26.8" y1="212" x2="676.6" y2="212"/>
          <text x="20.8" y="216" text-anchor="end">5</text>
          <line class="cq-grid" x1="26.8" y1="132" x2="676.6" y2="132"/>
          <text x="20.8" y="136" text-anchor="end">10</text>
          <line class="cq-grid" x1="26.8" y1="52" x2="676.6" y2="52"/>
          <text x="20.8" y="56" text-anchor="end">15</text>
          <line class="cq-axis" x1="26.8" y1="372" x2="26.8" y2="377"/>
          <text x="26.8" y="392">1970-01-01</text>
          <line class="cq-axis" x1="676.6" y1="372" x2="676.6" y2="377"/>
          <text x="676.6" y="392" text-anchor="middle">1970-01-03</text>
          <line class="cq-axis" x1="26.8" y1="52" x2="26.8" y2="372"/>
          <line class="cq-axis" x1="26.8" y1="372" x2="676.6" y2="372"/>
          <g><title>&lt;b&gt;</title>
          <polyline class="cq-s0 cq-l0" points="26.8,244 676.6,100"/>
          <circle class="cq-s0" cx="26.8" cy="244" r="3"/>
          <circle class="cq-s0" cx="676.6" cy="100" r="3"/>
          </g>
          <g><title>a</title>
          <polyline class="cq-s1 cq-l1" points="26.8,308 351.7,172"/>
          <circle class="cq-s1" cx="26.8" cy="308" r="3"/>
          <circle class="cq-s1" cx="351.7" cy="172" r="3"/>
          </g>
          <text x="351.7" y="412" text-anchor="middle" font-weight="600">at</text>
          </svg>
          </div>
          <figcaption>5 prices · 1 of 5 rows has no price or no at</figcaption>
          <details>
          <summary>The numbers</summary>
          <table>
          <caption>price by at</caption>
          <thead>
          <tr><th scope="col">shop</th><th scope="col">at</th><th scope="col" class="number" \
          style="text-align: right">price</th></tr>
          </thead>
          <tbody>
          <tr><th scope="row">&lt;b&gt;</th><td>1970-01-01</td><td class="number" \
          style="text-align: right">3</td></tr>
          <tr><th scope="row">&lt;b&gt;</th><td>1970-01-03</td><td class="number" \
          style="text-align: right">12</td></tr>
          <tr><th scope="row">a</th><td>1970-01-01</td><td class="number" style="text-align: \
          right">-1</td></tr>
          <tr><th scope="row">a</th><td>1970-01-02</td><td class="number" style="text-align: \
          right">7.5</td></tr>
          </tbody>
          </table>
          </details>
          </figure>

          """), .chart("line", [0, 1, 2])
    ),
    (
      RenderSample(
        what: "a picture of nothing", columns: [("n", .int, [])], options: markup("svg"),
        expected: """
          <svg xmlns="http://www.w3.org/2000/svg" class="cq-chart" viewBox="0 0 720 20" \
          role="img" aria-labelledby="cq-chart-1-7ryz1t-title cq-chart-1-7ryz1t-desc">
          <title id="cq-chart-1-7ryz1t-title">no rows</title>
          <desc id="cq-chart-1-7ryz1t-desc"></desc>
          <style/>
          </svg>

          """), .hist(0)
    ),
  ]

  private static func ends(_ ends: [String], _ options: RenderOptions) -> RenderOptions {
    var options = options
    options.rangeEnds = ends.compactMap { Decimal($0) }
    return options
  }

  private static func markup(_ name: String) -> RenderOptions {
    var options = RenderOptions()
    options.chartMarkup = name
    return options
  }

  /// The style is the same in all of them.
  private static func withoutStyle(_ text: String) -> String {
    text.replacing(#/<style>[^<]*</style>/#, with: "<style/>")
  }

  @Test(arguments: samples.indices) func isWrittenAsExpected(index: Int) {
    let (sample, form) = Self.samples[index]
    let output = rendered(form, sample.columns, sample.options, footer: sample.footer)
    #expect(Self.withoutStyle(output) == sample.expected, "\(sample.what)")
  }

  /// More lines than can be told apart share the last one.
  @Test func manyNamesShareTheLastOne() {
    let names = (1...9).map { text("n\($0)") }
    let columns: [(String, ValueType, [Value])] = [
      ("v", .int, (1...9).map { number("\($0)") }), ("x", .int, (1...9).map { number("\($0)") }),
      ("name", .text, names),
    ]
    let output = rendered(.chart("line", [0, 1, 2]), columns, RenderOptions(width: 60))
    #expect(output.hasPrefix("a n1  b n2  c n3  d n4  e n5  f n6 and 3 more\n"))
    let bars = rendered(.chart("bars", [0, 1, 2]), columns, RenderOptions(width: 60))
    #expect(bars.contains(" n6 and 3 more\n"))
  }

  /// Labels, headings and how wide a picture leaves room for them, as their letters need it.
  private static let labels: [(label: String, shown: String, width: String)] = [
    ("MMMM", "MMMM", "52"), ("name", "name", "38.2"), ("1970", "1970", "33.6"),
    ("bidi \u{202E}abc", "bidi \\u{202E}abc", "125"), ("名前", "名前", "31.2"),
    (String(repeating: "W", count: 40), String(repeating: "W", count: 19) + "…", "265.2"),
    (String(repeating: "i", count: 40), String(repeating: "i", count: 40), "208"),
  ]

  @Test(arguments: labels) func labelsAreNotCut(label: String, shown: String, width: String) {
    let columns: [(String, ValueType, [Value])] = [
      ("n", .int, [number("1")]), ("a", .text, [text(label)]),
    ]
    var options = Self.markup("html")
    options.isFigure = true
    let picture = rendered(.chart("bars", [0, 1]), columns, options)
    let words = "<text x=\"\(width)\" y=\"42\" text-anchor=\"end\">\(shown)</text>"
    #expect(picture.contains(words))
  }

  /// A heading is bold, and as whole where no bar stands below it.
  @Test func headingsAreNotCut() {
    let columns: [(String, ValueType, [Value])] = [("n", .int, []), ("name", .text, [])]
    let picture = rendered(.chart("bars", [0, 1]), columns, Self.markup("svg"))
    let heading = "<text x=\"42\" y=\"16\" text-anchor=\"end\" font-weight=\"600\">name</text>"
    #expect(picture.contains(heading))
  }

  /// On a page a picture stands in a box that scrolls, with its numbers, as a chart does.
  @Test func picturesScrollOnPages() {
    var options = Self.markup("svg")
    options.isFigure = true
    let picture = rendered(.chart("line", [0, 1]), Self.prices, options)
    options.chartMarkup = "html"
    #expect(picture == rendered(.chart("line", [0, 1]), Self.prices, options))
    #expect(picture.contains("<div class=\"cq-wide\""))
  }

  /// Each colour that a chart has can be told from a white page and from a black one.
  @Test func coloursHaveContrast() throws {
    let style = rendered(.chart("line", [0, 1]), Self.prices, Self.markup("svg"))
    let colours = style.matches(of: #/light-dark\((#[0-9a-f]+),(#[0-9a-f]+)\)/#)
    #expect(colours.count == 8)
    for colour in colours where colour.output.1.count == 7 {
      let (light, dark) = (Self.luminance(colour.output.1), Self.luminance(colour.output.2))
      #expect(1.05 / (light + 0.05) >= 4.5, "\(colour.output.1)")
      #expect((dark + 0.05) / (Self.luminance("#0d1117") + 0.05) >= 4.5, "\(colour.output.2)")
    }
  }

  /// How light a colour is, as the guidelines for accessible pages count it.
  private static func luminance(_ colour: Substring) -> Double {
    let parts = [1, 3, 5].map { start -> Double in
      let from = colour.index(colour.startIndex, offsetBy: start)
      let value = Double(Int(colour[from...].prefix(2), radix: 16) ?? 0) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
}
