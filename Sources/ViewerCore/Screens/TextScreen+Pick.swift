import Scrollwork
import ScrollworkPlatform

extension TextScreen: PickingScreen {
  var pick: Pick? {
    guard let snapshot, let shown else { return nil }
    var lines: [Int] = list.selectedRanges(inSection: 0).lazy.joined().compactMap { shown.line(at: $0) }
    if lines.isEmpty, let line = list.focusedItem.flatMap({ shown.line(at: $0.item) }) { lines = [line] }
    lines = lines.filter { $0 < snapshot.count && !snapshot.isBreak($0) }
    guard !lines.isEmpty else { return nil }
    return { [lines] output throws(FileError) in
      for (place, line) in lines.enumerated() {
        // Texts in UTF-16 cannot be written between lines of another program.
        guard snapshot.encoding.unitSize == 1 else {
          try output.write(snapshot.string(at: line) + "\n")
          continue
        }
        let (start, end) = (snapshot.offset(of: line), snapshot.offset(of: line + 1))
        var offset = start
        while offset < end {
          let bytes = try snapshot.files.bytes(at: offset, count: min(1 << 20, end - offset))
          // The file became shorter.
          if bytes.isEmpty { break }
          try output.write(bytes)
          offset += bytes.count
        }
        // Only the next part of the same line follows without a line end.
        let goesOn = place + 1 < lines.count && lines[place + 1] == line + 1
        let isDivided = snapshot.lineEnd(of: line).isEmpty && !goesOn
        if isDivided || line + 1 == snapshot.count && !snapshot.endsWithNewline { try output.write(byte: 0x0A) }
      }
    }
  }
}
