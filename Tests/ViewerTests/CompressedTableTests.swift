import Foundation
import ScrollworkTestSupport
import Testing

// Compressed tables and documents, which are shown and printed as the plain files are.

private let table = "name,amount\npear,10\napple,9.5\nfig,100\n"
private let lines = "{\"name\": \"pear\", \"amount\": 10}\nnot JSON\n{\"name\": \"fig\", \"amount\": 100}\n"

private enum Packer: String, CaseIterable {
  case gzip, zstd, xz, bzip2

  var ending: String { [.gzip: ".gz", .zstd: ".zst", .xz: ".xz", .bzip2: ".bz2"][self]! }
  /// The library that the viewer needs to decode the format; `nil` if it needs none.
  private var library: String? { [.zstd: "libzstd.so.1", .xz: "liblzma.so.5", .bzip2: "libbz2.so.1.0"][self] }

  /// Compresses a text into a file, and returns the path of the file.
  func pack(_ text: String, to name: String, in folder: borrowing TemporaryFolder) throws -> String {
    let (plain, packed) = (try folder.write(text, to: "plain"), folder.file(name + ending))
    let process = try #require(popen("\(rawValue) -c '\(plain)' >'\(packed)'", "r"))
    #expect(pclose(process) == 0)
    return packed
  }

  /// The programs that are installed and whose format the viewer can decode here.
  static let present = allCases.filter { packer in
    access("/usr/bin/\(packer.rawValue)", X_OK) == 0
      && (packer.library.map { dlopen($0, RTLD_LAZY) != nil } ?? true)
  }
}

/// Returns the texts of the rows, without their numbers.
private func rows(_ dump: Dump) -> [String] {
  dump.texts.map { String(($0.hasPrefix("! ") ? $0.dropFirst(2) : $0[...]).drop { $0 != " " }.dropFirst()) }
}

@Test(arguments: Packer.present) private func `a compressed table is shown, filtered and sorted as the plain one`(
  packer: Packer
) throws {
  let folder = try TemporaryFolder()
  let session = try Session([try packer.pack(table, to: "a.csv", in: folder)])
  #expect(try rows(session.settled()) == ["pear 10", "apple 9.5", "fig 100"])
  try session.run("sort amount", "filter amount>9.6")
  #expect(try rows(session.settled()) == ["pear 10", "fig 100"])
  let jsonLines = try Session([try packer.pack(lines, to: "a.jsonl", in: folder), "--sort", "amount:desc"])
  #expect(try rows(jsonLines.settled()) == ["fig 100", "pear 10", "not JSON —"])
  let array = try Session([try packer.pack("[{\"a\": 1}, {\"a\": 2}]", to: "b.json", in: folder)])
  #expect(try rows(array.settled()) == ["1", "2"])
}

@Test(arguments: Packer.present) private func `a compressed JSON document is shown as a tree`(
  packer: Packer
) throws {
  let folder = try TemporaryFolder()
  let session = try Session([try packer.pack("{\"a\": {\"b\": 1}, \"c\": []}", to: "a.json", in: folder)])
  #expect(try session.settled().texts == ["a { 1 key }", "c [ 0 items ]"])
  try session.run("filter b")
  #expect(try session.settled().texts == ["a { 1 key }", "b 1"])
}

@Test(arguments: Packer.present) private func `a compressed table is printed as the plain one`(
  packer: Packer
) throws {
  let folder = try TemporaryFolder()
  let path = try packer.pack(table, to: "a.csv", in: folder)
  #expect(try Program.run([path, "--print", "csv"]).output == table)
  let some = try Program.run([path, "--print", "csv", "--filter", "amount>9.6", "--sort", "amount:desc"])
  #expect(some.code == 0 && some.output == "name,amount\nfig,100\npear,10\n")
  #expect(try Program.run([path, "--print", "csv", "--filter", "name=kiwi"]).code == 1)
  let json = try packer.pack(lines, to: "a.jsonl", in: folder)
  #expect(try Program.run([json, "--print", "ndjson"]).output == lines)
  #expect(try Program.run([json, "--print", "tsv", "--filter", "amount=100"]).output == "name\tamount\nfig\t100\n")
}

@Test(arguments: Packer.present) private func `without its library a compressed table names the package to install`(
  packer: Packer
) throws {
  let folder = try TemporaryFolder()
  let path = try packer.pack(table, to: "a.csv", in: folder)
  let package = [.zstd: "libzstd1", .xz: "liblzma5", .bzip2: "libbz2-1.0"][packer] as String?
  // ISA-L is only faster than zlib, which is always there.
  let without = Program.Surroundings(variables: ["SCROLLWORK_WITHOUT": "libisal,libzstd,liblzma,libbz2"])
  let printed = try Program.run([path, "--print", "csv"], without)
  let session = try Session([path], size: "960x400", without)
  let dump = try session.settled()
  guard let package else {
    #expect(printed.code == 0 && printed.output == table && printed.errors.isEmpty)
    #expect(rows(dump) == ["pear 10", "apple 9.5", "fig 100"] && session.errors.isEmpty)
    return
  }
  for errors in [printed.errors, session.errors] {
    #expect(errors.contains(path) && errors.contains("install the package \(package)"), "\(errors)")
  }
  #expect(printed.code == 3 && printed.output.isEmpty)
  #expect(dump.total == 0 && session.finish() == 3)
}

@Test(arguments: Packer.present) private func `an archive is not printed, nor a file that ends in its header`(
  packer: Packer
) throws {
  let folder = try TemporaryFolder()
  let archive = try packer.pack("a\0b", to: "a.csv.tar", in: folder)
  let printed = try Program.run([archive, "--print", "csv"])
  #expect(printed.code == 3 && printed.output.isEmpty && printed.errors.contains("archive"))
  let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: try packer.pack(table, to: "b.csv", in: folder))))
  let cut = try Program.run([try folder.write(bytes.prefix(4), to: "cut.csv\(packer.ending)"), "--print", "csv"])
  #expect(cut.code == 3 && cut.output.isEmpty && cut.errors.contains("cut off"))
}

@Test(arguments: Packer.present) private func `the rows before the damage of a compressed table stay`(
  packer: Packer
) throws {
  let folder = try TemporaryFolder()
  let count = 100_000
  let text = "id,name\n" + (0..<count).map { "\($0),name \($0 &* 7_919 % 10_007)\n" }.joined()
  let whole = try packer.pack(text, to: "a.csv", in: folder)
  let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: whole)))
  let cut = try folder.write(bytes.dropLast(bytes.count / 4), to: "cut.csv\(packer.ending)")
  var changed = bytes
  for place in bytes.count * 3 / 4..<bytes.count * 3 / 4 + 64 { changed[place] ^= 0xA5 }
  let damaged = try folder.write(changed, to: "damaged.csv\(packer.ending)")
  for (path, reason) in [(cut, "cut off at byte"), (damaged, "damaged near byte")] {
    let printed = try Program.run([path, "--print", "csv"])
    #expect(printed.code == 3 && printed.errors.contains(path) && printed.errors.contains(reason), "\(printed.errors)")
    #expect(printed.output.count > text.count / 3 && printed.output.prefix(100_000) == text.prefix(100_000))
    let session = try Session([path])
    let dump = try session.settled()
    // Damaged data may decode to other bytes before the fault is noticed.
    #expect(dump.total > count / 3 && rows(dump).first?.hasPrefix("0 name 0") == true)
    #expect(session.errors.contains(reason))
    #expect(session.finish() == 3)
  }
}

@Test func `a compressed JSON document that is cut off shows its values up to there, with the reason`() throws {
  let folder = try TemporaryFolder()
  let text = "{\"list\": [" + (0..<50_000).map { "\($0 &* 7_919 % 10_007)" }.joined(separator: ",") + "]}"
  let whole = try Packer.gzip.pack(text, to: "a.json", in: folder)
  let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: whole)))
  let session = try Session([try folder.write(bytes.dropLast(bytes.count / 4), to: "cut.json.gz")])
  let dump = try session.settled()
  #expect(dump.texts.count == 1 && dump.texts[0].hasPrefix("list [ "))
  #expect(session.errors.contains("cut off at byte"))
}

@Test func `rows of a compressed table are saved uncompressed`() throws {
  let folder = try TemporaryFolder()
  let session = try Session([try Packer.gzip.pack(table, to: "a.csv", in: folder), "--filter", "amount>9.6"])
  _ = try session.settled()
  try session.run("key ctrl+S", "settle", "key Return", "settle")
  #expect(TemporaryFolder.text(folder.file("a-rows.csv")) == "name,amount\npear,10\nfig,100\n")
}
