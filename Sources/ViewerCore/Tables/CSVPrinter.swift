import Dispatch
package import ScrollworkPlatform

/// Writes the rows of a CSV file to standard output.
///
/// In the format of the file, rows are copied byte by byte, each with a line end, after the byte order mark and the
/// names of the columns. CSV and TSV rows in another encoding
/// are converted to UTF-8 and keep their quotes and line ends. In other formats the fields are encoded again. Rows in
/// the order of the file need constant memory; sorting stores the numbers and offsets of rows, and a batch of rows.
package struct CSVPrinter {
  package var format: PrintFormat
  package var snapshot: CSVSnapshot
  /// The path of the file, for errors.
  package var path = ""
  package var expressions: [TableFilterExpression]
  package var order: [RowSortKey]
  /// The tags of the rows, for filters and sorting.
  package var tags: RowTags
  /// The rows to print, in their order; `nil` for those that match `expressions`, in `order`.
  package var rows: [Int32]?
  /// Whether the names of the columns are printed first.
  package var hasHeader = true
  /// Whether a last column contains the tags of the rows. Then no row is copied unchanged.
  package var includesTags = false
  /// Whether it is an error if not all rows of the file could be read.
  package var needsAllRows = true

  package init(
    format: PrintFormat, snapshot: CSVSnapshot, expressions: [TableFilterExpression] = [], order: [RowSortKey] = [],
    tags: RowTags = RowTags()
  ) {
    self.format = format
    self.snapshot = snapshot
    self.expressions = expressions
    self.order = order
    self.tags = tags
  }

  /// The size in bytes from which encoded rows are written.
  static let capacity = 1 << 16

  /// Prints the rows that match.
  /// - Throws: An error of reading or writing, or `ExpressionError` if there is too much text to sort. A closed pipe is
  ///   no error.
  package func print(to output: inout OutputWriter) throws -> PrintOutcome {
    let loss = needsAllRows ? snapshot.state.error : nil
    if let loss, snapshot.rowCount == 0 { throw loss }
    var writer = CSVRowWriter(self)
    let result: Result<Int, ExpressionError>
    do throws(FileError) {
      if hasHeader { writer.header() }
      if let rows {
        result = .success(try write(rows, &writer, to: &output))
      } else {
        result = order.isEmpty ? .success(try stream(nil, &writer, to: &output)) : try sorted(&writer, to: &output)
      }
      try writer.write(to: &output)
      try output.flush()
    } catch {
      if error.action == .write, error.reason == .brokenPipe { return .readerLeft }
      throw error
    }
    let count = try result.get()
    // The rows that were read are printed all the same.
    if let loss { throw loss }
    if writer.cutCount > 0 {
      let words = writer.cutCount == 1 ? "1 row is" : "\(Formats.count(writer.cutCount)) rows are"
      throw FileError(path: path, reason: .content("\(words) longer than 64 MiB and written only up to there"))
    }
    return count == 0 && !expressions.isEmpty ? .noMatch : .printed(rows: count)
  }

  /// Prints rows in the order of the file: those with ascending numbers, or those that match. Returns their number.
  private func stream(
    _ rows: [Int32]?, _ writer: inout CSVRowWriter, to output: inout OutputWriter
  ) throws(FileError) -> Int {
    var failure: FileError?
    var count = 0
    var next = 0
    var matcher = TableMatcher(expressions, tags: tags)
    let header = snapshot.headerLines
    var reader = CSVReader(
      snapshot,
      fieldCount: max(matcher.fieldCount(in: snapshot), writer.copies ? 0 : snapshot.columns.count),
      containing: rows == nil ? matcher.requiredTexts(in: snapshot) : [])
    /// Writes the encoded rows if there are enough of them. Returns whether to continue.
    func writeOut() -> Bool {
      guard writer.isFull, failure == nil else { return failure == nil }
      do throws(FileError) { try writer.write(to: &output) } catch { failure = error }
      return failure == nil
    }
    _ = reader.visit(
      points: 0..<snapshot.run.points.count, isCancelled: { !writeOut() },
      takeLines: { lines in
        guard rows == nil, writer.copies else { return nil }
        var start = (number: 0, offset: 0)
        return matcher.search(lines.shown, isCancelled: { false }) { number, place in
          guard (header..<snapshot.run.lineCount).contains(lines.first + number) else { return }
          writer.copy(lines.source, lines.source(of: number, at: place, from: &start))
          count += 1
          _ = writeOut()
        }
      },
      { line, row in
        guard line >= header else { return true }
        if let rows {
          guard next < rows.count else { return false }
          guard Int(rows[next]) == line - header else { return true }
          next += 1
        } else if !matcher.matches(row, number: line - header, isCancelled: { false }) {
          return true
        }
        writer.write(row, line - header)
        count += 1
        return writeOut()
      })
    if let failure { throw failure }
    return count
  }

  /// Prints rows in the sorted order. Returns the number of printed rows.
  private func sorted(
    _ writer: inout CSVRowWriter, to output: inout OutputWriter
  ) throws(FileError) -> Result<Int, ExpressionError> {
    var worker = CSVQueryWorker(expressions, tags: tags)
    _ = worker.search(snapshot, isCancelled: { false }, publish: { _, _, _ in })
    let rows: [Int32]
    do throws(CSVSort.Failure) {
      rows = try CSVSort.rows(of: snapshot, by: order, among: worker.rows, tags: tags)
    } catch {
      return .failure(ExpressionError("Too much text to sort"))
    }
    return .success(try write(rows, &writer, to: &output))
  }

  /// Prints rows in a given order. Returns the number of printed rows.
  private func write(
    _ rows: [Int32], _ writer: inout CSVRowWriter, to output: inout OutputWriter
  ) throws(FileError) -> Int {
    if zip(rows, rows.dropFirst()).allSatisfy({ $0 < $1 }) { return try stream(rows, &writer, to: &output) }
    var batch = RowBatch(snapshot.source, places(of: rows))
    var reader = CSVReader(snapshot, fieldCount: writer.copies ? 0 : snapshot.columns.count)
    var rest = rows[...]
    var failure: FileError?
    while !rest.isEmpty, failure == nil {
      let part = rest.prefix(batch.read(rest))
      rest = rest.dropFirst(part.count)
      reader.visit(batch, of: part, headerLines: snapshot.headerLines) { number, row in
        writer.write(row, number)
        guard writer.isFull else { return true }
        do throws(FileError) { try writer.write(to: &output) } catch { failure = error }
        return failure == nil
      }
    }
    if let failure { throw failure }
    return rows.count
  }

  /// Returns the ranges of rows in the file.
  private func places(of rows: [Int32]) -> RowPlaces {
    let header = snapshot.headerLines
    var places = RowPlaces(of: rows, rowCount: snapshot.rowCount)
    var reader = CSVReader(snapshot, fieldCount: 0)
    _ = reader.visit(points: 0..<snapshot.run.points.count) { line, row in
      if line >= header { places.add(line - header, at: row.range) }
      return !places.isComplete
    }
    return places
  }
}

extension CSVSnapshot {
  /// Reads a whole file, and returns its rows.
  package static func read(_ file: RandomAccessFile, name: String, choice: CSVDialect.Choice = .init()) -> CSVSnapshot {
    var worker = FileIndexWorker(
      files: FileChain(file), spool: nil, scanner: CSVFileScanner(name: name, choice: choice))
    var newest = worker.snapshot(isCaughtUp: false)
    worker.catchUp(isStopped: { false }, publish: { newest = $0 })
    return newest
  }

  /// Reads a whole stream or compressed file.
  package static func read(_ spool: StreamSpool, name: String, choice: CSVDialect.Choice = .init()) -> CSVSnapshot {
    spool.waitForEnd()
    let scanner = CSVFileScanner(name: Compression.plainName(of: name), choice: choice)
    var worker = FileIndexWorker(files: FileChain(spool.file), spool: spool, scanner: scanner)
    worker.judgeStream()?.waitForEnd()
    var newest = worker.snapshot(isCaughtUp: false)
    worker.catchUp(isStopped: { false }, publish: { newest = $0 })
    return newest
  }
}

extension TableColumnInfo {
  /// Returns the key that sorts by the column.
  /// - Parameter number: The number of the column.
  func sortKey(_ number: Int, descending: Bool) -> RowSortKey {
    RowSortKey(column: number, type: type, style: style, descending: descending)
  }
}

extension RowSortKey {
  /// Parses keys such as `score:desc,name`; a name with a comma or colon cannot be given. See `RowTags.columnName` for
  /// the tags.
  /// - Throws: `ExpressionError` for an unknown column or direction.
  package static func parse(_ text: String, columns: [TableColumnInfo]) throws(ExpressionError) -> [RowSortKey] {
    var keys: [RowSortKey] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let isDescending = part.hasSuffix(":desc")
      let name = isDescending ? part.dropLast(5) : part.hasSuffix(":asc") ? part.dropLast(4) : part
      let column = columns.firstIndex { $0.name == name }
      guard let column = column ?? (name == RowTags.columnName(beside: columns) ? tagColumn : nil) else {
        throw ExpressionError("No column “\(name)” to sort by")
      }
      keys.append(
        column < 0
          ? RowSortKey(column: column, type: .number, descending: isDescending)
          : columns[column].sortKey(column, descending: isDescending))
    }
    return keys
  }
}
