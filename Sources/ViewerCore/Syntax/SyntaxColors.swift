import ScrollworkPlatform

/// The coloured parts of source code, computed for the lines that are shown.
///
/// The colours of a line depend on the state at its start, such as an open comment. The states are cached for blocks of
/// lines. For a line far from all cached blocks, as after a jump to the end, reading begins up to `lookBackLines` or
/// `lookBackBytes` before it, whichever is less. So no line costs more in a long file than in a short one, and colours
/// are wrong at most where a comment or string is longer than that.
@MainActor
package final class SyntaxColors {
  /// The number of the language in `SyntaxLanguage.all`.
  package let language: Int
  /// For each cached block, the states before its lines, and after its last line if all are known.
  private var blocks: [Int: [SyntaxState]] = [:]
  private var generation = -1
  private var count = 0
  /// The number of lines that were read so far to compute states.
  package private(set) var linesRead = 0

  /// The number of lines of a block.
  private static let blockLines = 64
  /// The largest number of lines before a line's block that are read for it; `lookBackBytes` is the limit in bytes.
  package static let lookBackLines = 1_024
  private static let lookBackBytes = 1 << 18
  /// The largest number of blocks that are kept.
  private static let maximumBlocks = 1_024

  package init(language: Int) { self.language = language }

  /// Returns the styles of the parts of a line.
  /// - Parameters:
  ///   - line: The line, counted from 0.
  ///   - text: The text of the line.
  ///   - snapshot: The lines of the file.
  package func runs(ofLine line: Int, _ text: String, in snapshot: LineIndexSnapshot) -> [TerminalText.Run] {
    adopt(snapshot)
    var state = state(before: line, in: snapshot)
    let isDocument = SyntaxLanguage.all[language].form == .markdown
    let isUnderlined =
      isDocument && line + 1 < snapshot.count
      && snapshot.line(at: line + 1).bytes.withUnsafeBytes { SyntaxScanner.isUnderline($0) }
    let continues = snapshot.continues(afterLine: line)
    var text = text
    let parts = text.withUTF8 { bytes in
      let (line, before) = (UnsafeRawBufferPointer(bytes), state)
      let parts = SyntaxScanner.parts(of: line, in: language, continues: continues, &state)
      guard isUnderlined, SyntaxScanner.isParagraph(line, parts, before) else { return parts }
      return [SyntaxScanner.Part(range: 0..<line.count, kind: .heading)]
    }
    store(state, after: line)
    return parts.map { TerminalText.Run(range: $0.range, style: $0.kind.style) }
  }

  /// Removes cached states of lines that changed.
  private func adopt(_ snapshot: LineIndexSnapshot) {
    if snapshot.generation != generation { blocks = [:] }
    if snapshot.generation == generation, snapshot.count > count, count > 0 {
      // The last line may have been incomplete.
      let last = (count - 1) / Self.blockLines
      blocks = blocks.filter { $0.key < last }
    }
    (generation, count) = (snapshot.generation, max(snapshot.count, generation == snapshot.generation ? count : 0))
  }

  private func store(_ state: SyntaxState, after line: Int) {
    let (block, place) = line.quotientAndRemainder(dividingBy: Self.blockLines)
    if blocks[block]?.count == place + 1 { blocks[block]?.append(state) }
  }

  /// Returns the state before a line, and keeps those of the lines that are read for it.
  private func state(before line: Int, in snapshot: LineIndexSnapshot) -> SyntaxState {
    let (block, place) = line.quotientAndRemainder(dividingBy: Self.blockLines)
    if let states = blocks[block], place < states.count { return states[place] }
    var next = blocks[block] == nil ? firstBlock(before: block, in: snapshot) : block
    if blocks.count > Self.maximumBlocks { blocks = [:] }
    while true {
      var states = blocks[next] ?? [carriedState(into: next)]
      let wanted = next == block ? place + 1 : Self.blockLines + 1
      while states.count < wanted {
        states.append(stateAfter(next * Self.blockLines + states.count - 1, states[states.count - 1], in: snapshot))
      }
      blocks[next] = states
      if next == block { return states[place] }
      next += 1
    }
  }

  /// Returns the state at the start of a block, if the previous block is cached; otherwise the initial state.
  private func carriedState(into block: Int) -> SyntaxState {
    guard let states = blocks[block - 1], states.count > Self.blockLines else { return SyntaxState() }
    return states[Self.blockLines]
  }

  /// Returns the block at which reading begins to compute the state before `block`: after the last cached state, or as
  /// far back as the limits allow.
  private func firstBlock(before block: Int, in snapshot: LineIndexSnapshot) -> Int {
    let limit = max(0, block - Self.lookBackLines / Self.blockLines)
    let end = snapshot.offset(of: min(block * Self.blockLines, snapshot.count))
    var first = block
    while first > limit, end - snapshot.offset(of: (first - 1) * Self.blockLines) <= Self.lookBackBytes {
      if let states = blocks[first - 1] { return states.count > Self.blockLines ? first : first - 1 }
      first -= 1
    }
    return first
  }

  private func stateAfter(_ line: Int, _ before: SyntaxState, in snapshot: LineIndexSnapshot) -> SyntaxState {
    guard line < snapshot.count else { return before }
    linesRead += 1
    var state = before
    let continues = snapshot.continues(afterLine: line)
    snapshot.line(at: line).bytes.withUnsafeBytes { bytes in
      // Lines that have colours of their own are no source code.
      guard !TerminalText.hasEscape(bytes) else { return }
      _ = SyntaxScanner.parts(of: bytes, in: language, continues: continues, &state)
    }
    return state
  }
}
