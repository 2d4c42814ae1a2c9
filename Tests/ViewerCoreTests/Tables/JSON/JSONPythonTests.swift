import Glibc
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

/// Reads JSON lines by Python's `json` module and writes, for each line and key, a text to compare with a cell: the
/// string, the compact source of a nested value, or the number with its value.
private let script = #"""
  import json, sys

  def bare(text):
      return text.encode('utf-16-le', 'surrogatepass').decode('utf-16-le', 'replace')

  out = open(sys.argv[2], 'wb')
  for number, line in enumerate(open(sys.argv[1], 'rb').read().split(b'\n')):
      if not line.strip(b' \t\r'): continue
      try:
          row = json.loads(line.decode())
      except RecursionError:
          row = {}
      except ValueError:
          out.write(b'%d\0bad\0\0\n' % number)
          continue
      for key, value in (row if isinstance(row, dict) else {'value': row}).items():
          if isinstance(value, str): kind, text = 'text', bare(value)
          elif value is True or value is False: kind, text = 'text', str(value).lower()
          elif value is None: kind, text = 'text', ''
          elif isinstance(value, (int, float)): kind, text = 'number', repr(float(value) if abs(value) < 10**400 else value)
          else: kind, text = 'nested', json.dumps(value, separators=(',', ':'))
          out.write(b'%d\0%s\0%s\0' % (number, kind.encode(), bare(key).encode().hex().encode()))
          out.write(text.encode().hex().encode() + b'\n')
  """#

@Test(.enabled(if: system("python3 -c 'import json' 2>/dev/null") == 0, "python3 is not installed"))
func `the values of JSON lines are those that Python reads`() async throws {
  let folder = try TemporaryFolder()
  var random = RandomJSON(seed: 7)
  var lines = [
    #"{"a": "\u00e9\ud83d\ude42\ud83d \"\\\/\b\f\n\r\t", "b": 1e999, "c": -1E-999, "d": NaN, "e": -Infinity}"#,
    #"{"a": 123456789012345678901234567890, "a": 0.1, "b": -0, "": [ ], "d": {"x" : [1, "y z", null]}}"#,
    #"{"a": 1,}"#, #"{"a": 01}"#, "{'a': 1}", "{\"a\": \"\t\"}", "[1, 2", "\"top\"", "17", "null", "{}",
    " {\"a\" :\r1 } ",
    "{\"a\": " + String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000) + ", \"b\": 2}",
  ].map { Array($0.utf8) }
  let written = lines.count
  for _ in 0..<perBuild(debug: 400, optimized: 4_000) {
    let value = random.damagedValue()
    // Python takes no invalid UTF-8; elsewhere a test covers it.
    if String(validating: value, as: UTF8.self) != nil { lines.append(value.filter { $0 != 0x0A && $0 != 0x0D }) }
  }
  // A carriage return ends a row of a table, and no line of the script.
  lines = lines.map { $0.map { $0 == 0x0D ? 0x20 : $0 } }
  let path = try folder.write(lines.joined(separator: [0x0A]), to: "rows.jsonl")
  let source = try folder.write(script, to: "read.py")
  #expect(system("python3 '\(source)' '\(path)' '\(folder.file("out"))'") == 0)
  let snapshot = CSVSnapshot.read(try RandomAccessFile(path: path), name: path)
  let out = try RandomAccessFile(path: folder.file("out"))
  var (bad, compared) = (0, 0)
  for line in try out.bytes(at: 0, count: try out.size).split(separator: 0x0A) {
    let parts = line.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    let row = try #require(Int(parts[0]))
    if parts[1] == "bad" {
      #expect(snapshot.fault(of: row) != nil, "line \(row): \(String(decoding: lines[row], as: UTF8.self))")
      bad += 1
      continue
    }
    let key = try text(ofHex: parts[2])
    // The names of other keys are changed for display.
    guard key.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F && $0.value != 0xFFFD }) else {
      continue
    }
    // Python writes nested values of its own, so that only those of the first lines are equal as texts.
    if parts[1] == "nested", row >= written { continue }
    let column = try #require(snapshot.columns.firstIndex { $0.name == (key.isEmpty ? emptyName : key) })
    let cell = snapshot.values(of: row, columns: column..<column + 1, limit: 1 << 20)[0]?.text
    compare(cell, try text(ofHex: parts[3]), parts[1])
    compared += 1
  }
  #expect(snapshot.badRows == bad && bad > 5 && compared > 100)
}

/// The name of the column of the empty key, which is the sixth one.
private let emptyName = "column 6"

private func compare(_ cell: String?, _ expected: String, _ kind: String) {
  switch kind {
  case "number" where expected == "nan": #expect(cell == "NaN")
  case "number": #expect(cell.flatMap { Double($0) } == Double(expected), "\(cell ?? "nothing")")
  case "nested": #expect((cell.flatMap(normalized)) == normalized(expected), "\(cell ?? "nothing")")
  default: #expect(cell == expected)
  }
}

/// Returns the JSON value of a text, so that texts in different notations can be compared; `nil` if it is no JSON.
private func normalized(_ text: String) -> SlowJSON.Value? { SlowJSON.read(Array(text.utf8)) }

private func text(ofHex digits: String) throws -> String {
  let digits = Array(digits.utf8)
  let bytes = try stride(from: 0, to: digits.count, by: 2).map { place in
    try #require(UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16))
  }
  return String(decoding: bytes, as: UTF8.self)
}
