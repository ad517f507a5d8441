internal import JSONText

// The comparison pages: self-contained HTML files with the pictures, the numbers and the script.
extension ChoiceSheet.Rendering {
  /// The approximate size in bytes of a page without choices, including names and sentences, and of a choice without pictures.
  static let byteCountOfPage = 40_000
  static let byteCountOfRow = 600

  /// The rows of each page: the unmapped movie and the first choice on each, and as many others as fit.
  func parts(upTo most: Int) throws(TranscodingError) -> [[Int]] {
    let room = most - html(of: [], number: 0, named: [Path](repeating: "", count: 99)).count - 10_000
    let always = rows.indices.prefix(2)
    var (parts, part, bytes): ([[Int]], [Int], Int) = ([], [], 0)
    var held: Set<Int> = []
    func cost(of row: Int) -> Int {
      let new = Set(rows[row].pictures).subtracting(held)
      return new.reduce(report(of: row).line.count + 1) { $0 + pictures[$1].count + 3 }
    }
    func add(_ row: Int) {
      part.append(row)
      bytes += cost(of: row)
      held.formUnion(rows[row].pictures)
    }
    always.forEach(add)
    for row in rows.indices.dropFirst(2) {
      let needed = bytes + cost(of: row)
      if needed > room {
        guard part.count > always.count else { throw .picture(.choicesTooLarge(bytes: needed, allowed: most)) }
        parts.append(part)
        (part, held, bytes) = ([], [], 0)
        always.forEach(add)
      }
      add(row)
    }
    return parts + [part]
  }

  /// The HTML text of a page; `part` are its rows, and `names` those of all pages.
  func html(of part: [Int], number: Int, named names: [Path]) -> [UInt8] {
    var html = Array("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n".utf8)
    func add(_ text: String) { html += text.utf8 }
    add("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    // The policy prevents every download.
    add(
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
    )
    let title = "\(making.movie.input)".inHTML
    add("<title>\(title) · tone mappings compared</title>\n<style>\n\(Self.style)</style>\n</head>\n<body>\n")
    add("<header>\n<h1>\(title)</h1>\n<p>\(summary(of: part, names.count).inHTML)</p>\n")
    add(navigation(number, names))
    add("</header>\n\(main)\n")
    add("<script type=\"application/json\" id=\"sheet\">")
    html += data(of: part)
    add("</script>\n<script>\n\(Self.script)</script>\n</body>\n</html>\n")
    return html
  }

  private func summary(of part: [Int], _ pages: Int) -> String {
    let (here, all) = (max(part.count - 1, 0), rows.count - 1)
    let choices = pages > 1 ? "\(here) of \(plural(all, "choice"))" : plural(all, "choice")
    let frames = times.count == 1 ? "the picture at \(times[0])" : plural(times.count, "picture")
    return "\(choices) for \(frames), for an SDR display whose white is \(plain(white.nits.rounded(to: 1))) cd/m²."
  }

  private func navigation(_ number: Int, _ names: [Path]) -> String {
    guard names.count > 1 else { return "" }
    let links = names.enumerated().map { place, name in
      place == number
        ? "<b aria-current=\"page\">\(place + 1)</b>" : "<a href=\"\(name.reference.inHTML)\">\(place + 1)</a>"
    }
    return "<nav aria-label=\"Pages\">Pages: \(links.joined(separator: " "))</nav>\n"
  }

  private var times: [String] { frames.map { "\(plain($0.seconds.rounded(to: 3))) s" } }

  private var main: String {
    let items = omissions.map { "<li>\("\($0.named(in: .words))".inHTML)</li>\n" }.joined()
    let omitted = leftOut.isEmpty ? "" : "<h2>Left out</h2>\n<ul>\n\(items)</ul>\n"
    return Self.body.replacing("SHAPE", with: size.height > size.width ? "tall" : "wide")
      .replacing("WIDTH", with: "\(size.width)").replacing("HEIGHT", with: "\(size.height)")
      .replacing("<!-- left out -->\n", with: omitted)
  }

  // MARK: The data of the script

  private func data(of part: [Int]) -> [UInt8] {
    var places: [Int: Int] = [:]
    var needed: [Int] = []
    for picture in part.flatMap({ rows[$0].pictures }) where places[picture] == nil {
      places[picture] = needed.count
      needed.append(picture)
    }
    let choices = part.map { row in report(of: row, showing: rows[row].pictures.map { places[$0] ?? 0 }) }
    let sheet = JSONValue(["times": times, "choices": choices])
    // An end tag within a string would also end the script.
    var text = sheet.line.dropLast().flatMap { $0 == UInt8(ascii: "<") ? Array("\\u003c".utf8) : [$0] }
    text += ",\"jpeg\":[".utf8
    for (number, picture) in needed.enumerated() {
      if number > 0 { text.append(UInt8(ascii: ",")) }
      text += [UInt8(ascii: "\"")] + pictures[picture] + [UInt8(ascii: "\"")]
    }
    return text + "]}".utf8
  }

  private func report(of row: Int, showing places: [Int]? = nil) -> JSONValue {
    let shown = rows[row].shown
    let numbers = shown.pictures.map { numbers in
      JSONValue([
        "clipped": (100 * numbers.clipped).rounded(to: 2), "hue": numbers.hue?.rounded(to: 2),
        "hue95": numbers.hue95?.rounded(to: 1), "chroma": numbers.chroma?.rounded(to: 2),
        "jod": numbers.quality?.rounded(to: 2),
      ])
    }
    return JSONValue([
      "name": shown.choice.map { "\($0)" }, "group": shown.choice?.toneMapping.name, "command": shown.command,
      "gray": shown.gray.code.rounded(to: 1), "white": shown.white.code.rounded(to: 1), "numbers": numbers,
      "default": shown.choice == .standard ? true : nil, "pictures": places,
    ])
  }
}

extension String {
  var inHTML: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
  }
}

extension Array<UInt8> {
  /// The bytes in Base64.
  ///
  /// - Source: RFC 4648, clause 4.
  var base64: [UInt8] {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((count + 2) / 3 * 4)
    for start in stride(from: 0, to: count, by: 3) {
      let bytes = Swift.min(3, count - start)
      let word = (0..<3).reduce(0) { $0 << 8 | ($1 < bytes ? Int(self[start + $1]) : 0) }
      for place in 0..<4 { text.append(place <= bytes ? letters[word >> (18 - 6 * place) & 63] : UInt8(ascii: "=")) }
    }
    return text
  }
}
