import Glibc
import ScrollworkPlatform

/// Printing of tables.
extension ViewerProgram {
  /// Prints the rows of a table, and returns the exit code; `nil` if the input is not a table.
  ///
  /// Lines of a pipe are printed as they arrive, so a pipe is read as a table only if the command line says so.
  func printTable(as format: PrintFormat) throws -> Int32? {
    let choice = options.form?.dialect ?? CSVDialect.Choice()
    switch options.input {
    case .none, .paths: return nil
    case _ where options.form == .text: return nil
    case .standardInput:
      guard try options.form != nil || Self.isTableOnStandardInput() else { return nil }
      let spool = try StreamSpool.standardInput(ahead: StreamSpool.unlimitedReadAhead)
      return try printRows(CSVSnapshot.read(spool, name: "", choice: choice), "standard input", isFile: false, format)
    case .path(let path):
      let kind = try FileInfo(path: path).kind
      if kind == .fifo, options.form != nil {
        let spool = try StreamSpool(path: path, ahead: StreamSpool.unlimitedReadAhead)
        return try printRows(CSVSnapshot.read(spool, name: path, choice: choice), path, isFile: false, format)
      }
      guard kind == .regular else { return nil }
      let file = try RandomAccessFile(path: path)
      if options.form == nil, let foreign = try ForeignFile(file, info: try FileInfo(path: path)) {
        throw FileError(path: path, reason: .content("it is a file of another kind, \(foreign.title)"))
      }
      guard try options.form != nil || RowForm.detect(file) != nil else { return nil }
      let coding = try FileCoding.detect(file, encoding: choice.encoding)
      let snapshot =
        coding.isPlain
        ? CSVSnapshot.read(file, name: path, choice: choice)
        : CSVSnapshot.read(
          try StreamSpool(path: path, coding: coding, ahead: StreamSpool.unlimitedReadAhead), name: path,
          choice: choice)
      return try printRows(snapshot, path, isFile: true, format)
    }
  }

  /// Whether standard input is a file that holds a table.
  private static func isTableOnStandardInput() throws(FileError) -> Bool {
    // A pipe is not opened, because what is read from it to look would be lost.
    guard let file = InputSource.standardInputFile() else { return false }
    return RowForm.detect(try Compression.start(of: file, count: RowForm.sampleSize), name: "") != nil
  }

  /// Prints the rows of a table in the order and with the filters of the command line. Returns the exit code.
  /// - Parameter isFile: Whether the table is a file that may have tags.
  private func printRows(
    _ snapshot: CSVSnapshot, _ path: String, isFile: Bool, _ format: PrintFormat
  ) throws -> Int32 {
    let expressions = try options.filters.map { try TableFilterExpression($0, columns: snapshot.columns) }
    let order = try options.sort.map { try RowSortKey.parse($0, columns: snapshot.columns) } ?? []
    let needsTags = isFile && (options.printsTags || TagStore.areNeeded(expressions, order))
    var printer = CSVPrinter(
      format: format, snapshot: snapshot, expressions: expressions, order: order,
      tags: needsTags ? try TagStore.tags(of: snapshot, at: path) : RowTags())
    (printer.path, printer.includesTags) = (path, options.printsTags)
    // The names of the columns alone, or all rows, would look like an answer.
    if let error = UnknownColumn.error(in: options.filters, of: snapshot) { throw error }
    var output = OutputWriter()
    return try printer.print(to: &output).exitCode
  }
}
