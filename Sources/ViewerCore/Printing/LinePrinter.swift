import Glibc
package import ScrollworkPlatform

/// Writes the lines of a file or stream to standard output.
///
/// Compressed input is decoded. Unsorted lines need constant memory, and lines of a stream are written as they arrive.
/// Sorted lines are all kept in memory.
package struct LinePrinter {
  package var format: PrintFormat
  /// The order. Only the first key counts: lines with equal texts keep their order.
  package var order: [SortKey]
  package var filter: Filter

  /// The size in bytes of the pieces in which long lines are copied if no filter needs whole lines.
  private static let copiedPiece = 1 << 23

  package init(format: PrintFormat, order: [SortKey] = [], filter: Filter = Filter()) {
    self.format = format
    self.order = order
    self.filter = filter
  }

  /// Prints the lines of a file.
  /// - Throws: An error of reading or writing. A closed pipe is no error.
  package func print(_ file: RandomAccessFile, to output: inout OutputWriter) throws(FileError) -> PrintOutcome {
    var offset = 0
    return try printAll(file.path, to: &output) { buffer throws(FileError) -> Int in
      let count = try file.read(at: offset, into: buffer)
      offset += count
      return count
    }
  }

  /// Prints the lines of a file descriptor until its end.
  /// - Parameter name: The name of the stream in error messages.
  package func print(
    descriptor: Int32, name: String, to output: inout OutputWriter
  ) throws(FileError) -> PrintOutcome {
    // The first bytes tell the encoding.
    var least = ConvertedEncoding.sampleSize
    return try printAll(name, to: &output) { buffer throws(FileError) -> Int in
      defer { least = 1 }
      return try Self.read(descriptor, name: name, into: buffer, atLeast: least)
    }
  }

  /// Reads the bytes that a stream has. Waits a moment for more if there are fewer than `least`.
  /// - Returns: The number of bytes; 0 at the end of the stream.
  private static func read(
    _ descriptor: Int32, name: String, into buffer: UnsafeMutableRawBufferPointer, atLeast least: Int
  ) throws(FileError) -> Int {
    var (known, deadline) = (0, ContinuousClock.Instant?.none)
    while known < min(least, buffer.count) {
      var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let left = deadline.map { Int32(max(.zero, $0 - .now) / .milliseconds(1)) }
      if poll(&ready, 1, left ?? -1) == 0 { return known }
      let count = Glibc.read(descriptor, buffer.baseAddress.map { $0 + known }, buffer.count - known)
      let code = errno
      if count == 0 { return known }
      if count > 0 {
        known += count
        deadline = deadline ?? .now + SpoolReader.patience
      } else if code != EAGAIN, code != EINTR {
        if known > 0 { return known }
        throw FileError(path: name, code: code)
      }
    }
    return known
  }

  /// Prints the lines of the bytes that `read` returns, decoded if they are compressed.
  /// - Throws: An error of reading, decoding or writing. The lines before damage are printed.
  private func printAll(
    _ name: String, to output: inout OutputWriter, read: (UnsafeMutableRawBufferPointer) throws(FileError) -> Int
  ) throws(FileError) -> PrintOutcome {
    let decoder = StreamDecoder()
    let outcome = try print(to: &output) { buffer throws(FileError) -> Int in
      try decoder.read(into: buffer, from: read)
    }
    if let fault = decoder.fault { throw FileError(path: name, reason: .content(fault)) }
    return outcome
  }

  /// Prints the lines that `read` returns, in the order of the first key.
  private func print(
    to output: inout OutputWriter, read: (UnsafeMutableRawBufferPointer) throws(FileError) -> Int
  ) throws(FileError) -> PrintOutcome {
    do throws(FileError) {
      var start = try Self.start(read)[...]
      let encoding = CharacterEncoding.detect(Array(start))
      let known = Known(encoding: encoding, from: start.count)
      func rest(_ buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        if start.isEmpty { return try read(buffer) }
        let count = min(start.count, buffer.count)
        buffer.copyBytes(from: start.prefix(count))
        start = start.dropFirst(count)
        return count
      }
      let key = order.first ?? SortKey(.line)
      let isSorted = key != SortKey(.line)
      // Sorted lines are kept as text.
      var writer = LineWriter(format: format, encoding: isSorted && encoding.unitSize > 1 ? .utf8 : encoding)
      let rows =
        isSorted
        ? try sort(by: key, known, rest, &writer, to: &output)
        : try stream(known, rest, &writer, to: &output)
      try writer.write(to: &output)
      try output.flush()
      return rows == 0 && !filter.isEmpty ? .noMatch : .printed(rows: rows)
    } catch {
      if error.action == .write, error.reason == .brokenPipe { return .readerLeft }
      throw error
    }
  }

  /// The encoding of a text, and the number of first bytes that showed it.
  private struct Known {
    var encoding: CharacterEncoding
    var from: Int
  }

  /// Returns the first bytes that `read` yields at once, which show the encoding.
  private static func start(
    _ read: (UnsafeMutableRawBufferPointer) throws(FileError) -> Int
  ) throws(FileError) -> [UInt8] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: CharacterEncoding.sampleSize, alignment: 16)
    defer { buffer.deallocate() }
    let count = try read(buffer)
    return Array(buffer[..<count])
  }

  /// Copies the lines that match to the output, in their order. Returns the number of copied lines.
  private func stream(
    _ known: Known,
    _ read: (UnsafeMutableRawBufferPointer) throws(FileError) -> Int, _ writer: inout LineWriter,
    to output: inout OutputWriter
  ) throws(FileError) -> Int {
    var (filter, encoding) = (filter, known.encoding)
    var (number, rows, isWanted, failure) = (0, 0, true, FileError?.none)
    let longest = filter.isEmpty ? Self.copiedPiece : LinePieces.longestSearched
    var pieces = LinePieces(encoding, longestPiece: longest, detected: known.from)
    try pieces.forEach { buffer throws(FileError) -> Int in
      if let failure { throw failure }
      // Finished lines are written before the program waits for more input.
      try writer.write(to: &output)
      try output.flush()
      return try read(buffer)
    } takeLines: { lines in
      guard !filter.isEmpty else { return false }
      let count = filter.search(lines, isCancelled: { false }) { line, place in
        let text = UnsafeRawBufferPointer(rebasing: lines[place.lowerBound..<place.upperBound - 1])
        writer.write(LinePiece(line: text), number: number + line + 1)
        rows += 1
        guard writer.isFull, failure == nil else { return }
        do throws(FileError) { try writer.write(to: &output) } catch { failure = error }
      }
      number += count
      return true
    } useEncoding: {
      encoding = $0
      writer.encoding = $0
    } _: { piece throws(FileError) -> Bool in
      if piece.isStart {
        number += 1
        isWanted = filter.isEmpty || encoding.withText(of: piece, line: number - 1) { filter.matches(shown: $0) }
        if isWanted { rows += 1 }
      }
      guard isWanted else { return true }
      writer.write(piece, number: number)
      if writer.isFull { try writer.write(to: &output) }
      return true
    }
    return rows
  }

  /// Reads all lines that match, sorts them, and writes them. Returns the number of written lines.
  /// - Complexity: O(*n* log *n*) time and O(*b*) memory, where *n* is the number of lines and *b* the number of
  ///   bytes.
  private func sort(
    by key: SortKey, _ known: Known,
    _ read: (UnsafeMutableRawBufferPointer) throws(FileError) -> Int, _ writer: inout LineWriter,
    to output: inout OutputWriter
  ) throws(FileError) -> Int {
    var (filter, encoding) = (filter, known.encoding)
    var table = LineTable()
    var (number, isWanted) = (0, true)
    var pieces = LinePieces(encoding, detected: known.from)
    func adopt(_ found: CharacterEncoding) { (encoding, writer.encoding) = (found, found) }
    try pieces.forEach(read: read, useEncoding: adopt) { piece throws(FileError) -> Bool in
      if piece.isStart {
        number += 1
        isWanted = filter.isEmpty || encoding.withText(of: piece, line: number - 1) { filter.matches(shown: $0) }
        if isWanted { table.begin(number) }
      }
      guard isWanted else { return true }
      if encoding.unitSize == 1 {
        table.append(piece.text(ofLine: number - 1))
      } else {
        encoding.withText(of: piece, line: number - 1) { table.append($0) }
      }
      return true
    }
    table.sort(by: key)
    try table.visit { number, bytes throws(FileError) in
      writer.write(LinePiece(line: bytes), number: number)
      if writer.isFull { try writer.write(to: &output) }
    }
    return table.count
  }
}
