/// The strokes and dots of a symbol on a grid of 16 x 16; curves are split into short straight lines.
struct SymbolPath {
  /// A line from `a` to `b` on the grid; a dot if both points are equal.
  struct Segment {
    var ax: Double
    var ay: Double
    var bx: Double
    var by: Double
    /// The radius of a filled dot; `nil` for a stroke.
    var dot: Double?
  }

  /// The lines and dots in order.
  private(set) var segments: [Segment] = []

  /// Parses a path; returns `nil` if it is malformed.
  /// - Parameter text: A path in the grammar of ``Symbol``.
  init?(_ text: String) {
    var reader = Reader(bytes: Array(text.utf8))
    var pen = Pen()
    while let command = reader.command() {
      guard draw(command, &reader, &pen) else { return nil }
    }
    guard reader.isAtEnd else { return nil }
  }

  /// The current point and the start of the current subpath.
  private struct Pen {
    var x = 0.0
    var y = 0.0
    var startX = 0.0
    var startY = 0.0
    /// Whether there is a current point, from which lines can start.
    var isDown = false
  }

  /// Reads the numbers of a command and adds its lines; returns `false` if the command is not valid.
  private mutating func draw(_ command: UInt8, _ reader: inout Reader, _ pen: inout Pen) -> Bool {
    switch command {
    case UInt8(ascii: "M"):
      guard let x = reader.number(), let y = reader.number() else { return false }
      pen = Pen(x: x, y: y, startX: x, startY: y, isDown: true)
    case UInt8(ascii: "L"):
      guard pen.isDown, let x = reader.number(), let y = reader.number() else { return false }
      line(to: x, y, &pen)
    case UInt8(ascii: "H"):
      guard pen.isDown, let x = reader.number() else { return false }
      line(to: x, pen.y, &pen)
    case UInt8(ascii: "V"):
      guard pen.isDown, let y = reader.number() else { return false }
      line(to: pen.x, y, &pen)
    case UInt8(ascii: "C"):
      guard pen.isDown, let numbers = reader.numbers(6) else { return false }
      curve(numbers, &pen)
    case UInt8(ascii: "Z"):
      guard pen.isDown else { return false }
      line(to: pen.startX, pen.startY, &pen)
    default:
      return drawShape(command, &reader)
    }
    return true
  }

  /// Reads the numbers of a circle, dot or rounded rectangle and adds it; returns `false` if the command is not valid.
  private mutating func drawShape(_ command: UInt8, _ reader: inout Reader) -> Bool {
    switch command {
    case UInt8(ascii: "O"):
      guard let numbers = reader.numbers(3), numbers[2] > 0 else { return false }
      let radius = numbers[2]
      roundedRect(numbers[0] - radius, numbers[1] - radius, 2 * radius, 2 * radius, radius: radius)
    case UInt8(ascii: "D"):
      guard let numbers = reader.numbers(3), numbers[2] > 0 else { return false }
      segments.append(Segment(ax: numbers[0], ay: numbers[1], bx: numbers[0], by: numbers[1], dot: numbers[2]))
    case UInt8(ascii: "R"):
      guard let numbers = reader.numbers(5), numbers[2] > 0, numbers[3] > 0 else { return false }
      let radius = max(0, min(numbers[4], numbers[2] / 2, numbers[3] / 2))
      roundedRect(numbers[0], numbers[1], numbers[2], numbers[3], radius: radius)
    default:
      return false
    }
    return true
  }

  /// Adds a line and moves the current point.
  private mutating func line(to x: Double, _ y: Double, _ pen: inout Pen) {
    segments.append(Segment(ax: pen.x, ay: pen.y, bx: x, by: y, dot: nil))
    (pen.x, pen.y) = (x, y)
  }

  /// Adds a cubic Bézier curve as twelve lines; in a symbol of 64 pixels they deviate from it by less than a tenth of a
  /// pixel.
  private mutating func curve(_ c: [Double], _ pen: inout Pen) {
    let (x, y) = (pen.x, pen.y)
    let steps = 12
    for step in 1...steps {
      let t = Double(step) / Double(steps)
      let u = 1 - t
      let (a, b, d, e) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
      line(to: a * x + b * c[0] + d * c[2] + e * c[4], a * y + b * c[1] + d * c[3] + e * c[5], &pen)
    }
  }

  /// Adds the outline of a rounded rectangle.
  private mutating func roundedRect(_ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double) {
    let (right, bottom) = (x + width, y + height)
    // The distance from the corner to a Bézier handle that best approximates a quarter circle.
    let handle = radius * (1 - 0.552_284_75)
    var pen = Pen(x: x + radius, y: y, isDown: true)
    line(to: right - radius, y, &pen)
    curve([right - handle, y, right, y + handle, right, y + radius], &pen)
    line(to: right, bottom - radius, &pen)
    curve([right, bottom - handle, right - handle, bottom, right - radius, bottom], &pen)
    line(to: x + radius, bottom, &pen)
    curve([x + handle, bottom, x, bottom - handle, x, bottom - radius], &pen)
    line(to: x, y + radius, &pen)
    curve([x, y + handle, x + handle, y, x + radius, y], &pen)
  }

  /// Reads commands and numbers from a path.
  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    var isAtEnd: Bool { position == bytes.count }

    /// Skips spaces and commas.
    private mutating func skipBlanks() {
      while position < bytes.count, bytes[position] == UInt8(ascii: " ") || bytes[position] == UInt8(ascii: ",") {
        position += 1
      }
    }

    /// Returns the next command letter; `nil` if something else follows.
    mutating func command() -> UInt8? {
      skipBlanks()
      guard position < bytes.count, bytes[position] >= UInt8(ascii: "A"), bytes[position] <= UInt8(ascii: "Z") else {
        return nil
      }
      defer { position += 1 }
      return bytes[position]
    }

    /// Returns the next number; `nil` if something else follows or the magnitude exceeds 1000.
    mutating func number() -> Double? {
      skipBlanks()
      let start = position
      while position < bytes.count, Self.isPartOfNumber(bytes[position]) { position += 1 }
      guard let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)), abs(value) <= 1000 else {
        return nil
      }
      return value
    }

    private static func isPartOfNumber(_ byte: UInt8) -> Bool {
      byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }

    /// Returns the next `count` numbers; `nil` if there are fewer.
    mutating func numbers(_ count: Int) -> [Double]? {
      var result: [Double] = []
      for _ in 0..<count {
        guard let number = number() else { return nil }
        result.append(number)
      }
      return result
    }
  }
}
