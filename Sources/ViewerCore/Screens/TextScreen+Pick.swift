import Scrollwork
import ScrollworkPlatform

extension TextScreen: PickingScreen {
  var pick: Pick? {
    guard let snapshot, let shown, let file = snapshot.file else { return nil }
    var lines: [Int] = list.selectedRanges(inSection: 0).lazy.joined().compactMap { shown.line(at: $0) }
    if lines.isEmpty, let line = list.focusedItem.flatMap({ shown.line(at: $0.item) }) { lines = [line] }
    lines = lines.filter { $0 < snapshot.count }
    guard !lines.isEmpty else { return nil }
    return { [lines] output throws(FileError) in
      for line in lines {
        // Texts in UTF-16 cannot be written between lines of another program.
        guard snapshot.encoding.unitSize == 1 else {
          try output.write(snapshot.string(at: line) + "\n")
          continue
        }
        let (start, end) = (snapshot.offset(of: line), snapshot.offset(of: line + 1))
        var place = start
        while place < end {
          let bytes = try file.bytes(at: place, count: min(1 << 20, end - place))
          // The file became shorter.
          if bytes.isEmpty { break }
          try output.write(bytes)
          place += bytes.count
        }
        let isDivided = snapshot.lineEnd(of: line).isEmpty && !lines.contains(line + 1)
        if isDivided || line + 1 == snapshot.count && !snapshot.endsWithNewline { try output.write(byte: 0x0A) }
      }
    }
  }
}
