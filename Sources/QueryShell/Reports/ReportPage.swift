// SPDX-License-Identifier: MIT

import ResultRendering

/// The page around a report: one file that fetches nothing and runs nothing.
enum ReportPage {
  static func html(title: String, language: String, body: String, made day: String?) -> String {
    """
    <!doctype html>
    <html lang="\(DocumentText.html(language))">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="\(policy)">
    <meta name="generator" content="cq \(Product.version)">
    <title>\(DocumentText.html(title))</title>
    <style>
    \(style)
    \(DocumentText.chartStyle)
    </style>
    </head>
    <body>
    <main>
    \(body)</main>
    \(footer(day))</body>
    </html>

    """
  }

  private static func footer(_ day: String?) -> String {
    let moment = day.map { ", <time datetime=\"\($0)\">\($0)</time>" } ?? ""
    return "<footer>cq \(Product.version)\(moment)</footer>\n"
  }

  /// What a browser may do for the page: show what stands in it.
  private static let policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

  /// Each colour of text has a contrast of 4.5 at least to what is behind it.
  private static let style = """
    :root{color-scheme:light dark;--page:#fff;--text:#1f2328;--soft:#59636e;--line:#d1d9e0}
    :root{--code:#f4f6f8;--word:#0550ae;--number:#7a4000;--string:#116329;--bad:#b3263e}
    @media (prefers-color-scheme:dark){
    :root{--page:#0d1117;--text:#e6edf3;--soft:#9aa4af;--line:#3d444d}
    :root{--code:#161b22;--word:#79c0ff;--number:#ffb77c;--string:#7ee787;--bad:#ff8b98}
    }
    body{margin:0;background:var(--page);color:var(--text);font:17px/1.55 system-ui,sans-serif}
    main,footer{max-width:50rem;margin:0 auto;padding:1rem}
    h1,h2,h3{line-height:1.25;text-wrap:balance}
    a{color:var(--word)}
    img{max-width:100%;height:auto}
    pre{background:var(--code);padding:.7rem .9rem;overflow-x:auto;border-radius:6px}
    code{font:.86em/1.5 ui-monospace,monospace}
    section{margin:1.6rem 0}
    .cq-script{border-left:3px solid var(--word);border-radius:0 6px 6px 0;margin-bottom:.6rem}
    .cq-word{color:var(--word);font-weight:600}
    .cq-number,.cq-parameter{color:var(--number)}
    .cq-text{color:var(--string)}
    .cq-comment,.cq-mark{color:var(--soft)}
    .cq-error{border-left:3px solid var(--bad)}
    .cq-note,figcaption,footer{color:var(--soft);font-size:.85rem}
    figure{margin:.6rem 0}
    .cq-wide{overflow-x:auto}
    .cq-wide table{width:max-content}
    th,td{max-width:20rem;overflow-wrap:break-word}
    table{border-collapse:collapse;font-size:.92rem;font-variant-numeric:tabular-nums}
    table+table{margin-top:1rem}
    caption{text-align:left;color:var(--soft);font-size:.85rem;padding-bottom:.2rem}
    th,td{padding:.3rem .8rem .3rem 0;text-align:left;vertical-align:top}
    th[scope=row]{font-weight:400}
    thead th{border-bottom:2px solid var(--line)}
    tbody tr{border-bottom:1px solid var(--line)}
    .cq-card th[scope=row]{font-weight:600}
    .null{color:var(--soft)}
    figcaption{margin-top:.3rem}
    .cq-question{border-left:3px solid var(--number);padding-left:.9rem;margin:1.2rem 0}
    .cq-exercise{border:1px solid var(--line);border-radius:6px;padding:.1rem .9rem .6rem}
    summary{cursor:pointer;font-size:.85rem;color:var(--soft)}
    blockquote{margin:1rem 0;padding-left:1rem;border-left:3px solid var(--line);color:var(--soft)}
    :focus-visible{outline:2px solid var(--word);outline-offset:2px}
    @media print{
    :root{color-scheme:light;--page:#fff;--text:#000;--soft:#444;--line:#999;--code:#f4f4f4}
    :root{--word:#0550ae;--number:#7a4000;--string:#116329}
    body{font-size:11pt}main,footer{max-width:none;padding:0}
    pre{white-space:pre-wrap}.cq-wide{overflow:visible}
    .cq-wide table{width:100%;font-size:9pt}details{display:none}
    .cq-wide :is(th,td){max-width:none;overflow-wrap:anywhere;padding:.2rem .3rem .2rem 0}
    thead{display:table-header-group}tr,svg,pre,.cq-exercise,.cq-card{break-inside:avoid}
    .cq-exercise{min-height:4rem}
    h1,h2,h3,.cq-script,:has(+.cq-exercise){break-after:avoid}
    }
    """
}
