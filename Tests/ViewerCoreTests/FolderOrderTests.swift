import Glibc
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

/// Makes a folder of files and folders with random names, sizes and times, and returns its entries.
private func entries(of folder: TemporaryFolder, _ generator: inout SeededGenerator) async throws -> [FolderEntry] {
  for _ in 0..<300 {
    let stem = generator.pick(["", "IMG_", "a picture of the sea ", "ä", "Z"])
    let name = stem + generator.pick(["", "0", "00", "x"]) + "\(generator.below(200))" + generator.pick(["", ".jpg"])
    if generator.chance(10) {
      mkdir(folder.file(name), 0o755)
    } else {
      try folder.write(String(repeating: "x", count: generator.below(5)), to: name)
    }
    let time = timespec(tv_sec: generator.below(5) - 2, tv_nsec: generator.below(3))
    utimensat(AT_FDCWD, folder.file(name), [time, time], 0)
  }
  let log = ValueLog<FolderSnapshot>()
  let model = FolderModel(path: folder.path) { [weak log] in log?.add($0) }
  defer { model.stop() }
  return await log.first { $0.state == .complete }.entries
}

@Test(arguments: SortKey.Field.allCases)
func `a sorted folder has no two neighbours in the wrong order, whatever the key`(field: SortKey.Field) async throws {
  let folder = try TemporaryFolder()
  var generator = SeededGenerator(seed: 18)
  let entries = try await entries(of: folder, &generator)
  for isDescending in [false, true] {
    let order = FolderOrder([SortKey(field, descending: isDescending)])
    let sorted = order.sorted(entries.shuffled(using: &generator))
    #expect(sorted.count == entries.count)
    for (a, b) in zip(sorted, sorted.dropFirst()) where order.areInOrder(b, a) {
      Issue.record("\(a.name) comes before \(b.name)")
    }
  }
}
