public import Scrollwork

extension Frame {
  /// The drawing of the frame as text: its groups, lowest first, each followed by its commands, one on each line.
  ///
  /// Groups are numbered in order, and numbers are rounded to hundredths. Drawn text is readable only if the
  /// default shaper of a ``ViewHarness`` shaped it.
  /// - Complexity: O(*n*) in the number of commands.
  public var textSnapshot: String {
    var lines = [
      "frame \(Self.text(size.width)) x \(Self.text(size.height)) @\(Self.text(scale)) \(background.hexText)"
    ]
    for (index, group) in groups.enumerated() {
      var line = "group \(index) \(Self.text(group.frame))"
      if group.alpha != 1 { line += " alpha \(Self.text(group.alpha))" }
      if group.scale != 1 { line += " scale \(Self.text(group.scale))" }
      if !group.clip.contains(group.frame) { line += " clip \(Self.text(group.clip))" }
      if group.isOpaque { line += " opaque" }
      if let background = group.background { line += " on \(background.hexText)" }
      lines.append(line)
      var indent = "  "
      for command in group.canvas.commands {
        if case .popClip = command {
          indent.removeLast(2)
          continue
        }
        lines.append(indent + command.textSnapshot)
        if case .pushClip = command { indent += "  " }
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The frame's semantics nodes as text, one on each line, indented below their parents.
  public var semanticsSnapshot: String {
    semantics.map { node in
      var line = String(repeating: "  ", count: node.depth) + node.role.rawValue
      if !node.id.isEmpty { line += " #\(node.id)" }
      if !node.text.isEmpty { line += " \"\(node.text)\"" }
      line += " \(Self.text(node.bounds))"
      if node.target != node.bounds { line += " to \(Self.text(node.target))" }
      if let position = node.position { line += " \(position + 1)/\(node.setSize.map(String.init) ?? "?")" }
      if node.alpha != 1 { line += " alpha \(Self.text(node.alpha))" }
      if node.states.contains(.selected) { line += " selected" }
      if node.states.contains(.focused) { line += " focused" }
      if node.states.contains(.disabled) { line += " disabled" }
      if node.states.contains(.expandable) { line += " expandable" }
      if node.states.contains(.expanded) { line += " expanded" }
      return line
    }.joined(separator: "\n")
  }

  /// Returns a rectangle as `[x y width height]`.
  static func text(_ rect: Rect) -> String {
    "[\(text(rect.minX)) \(text(rect.minY)) \(text(rect.width)) \(text(rect.height))]"
  }

  /// Returns a number with at most two decimals, without trailing zeros.
  static func text(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e15 else { return "\(number)" }
    let hundredths = Int((number * 100).rounded())
    guard hundredths % 100 != 0 else { return "\(hundredths / 100)" }
    var digits = String(abs(hundredths) % 100)
    if digits.count < 2 { digits = "0" + digits }
    if digits.hasSuffix("0") { digits.removeLast() }
    return "\(hundredths < 0 ? "-" : "")\(abs(hundredths) / 100).\(digits)"
  }
}

extension DrawCommand {
  /// The command as one line of text, as in ``Frame/textSnapshot``.
  package var textSnapshot: String {
    func text(_ rect: Rect) -> String { Frame.text(rect) }
    func text(_ number: Double) -> String { Frame.text(number) }
    switch self {
    case .fill(let rect, let color): return "fill \(text(rect)) \(color.hexText)"
    case .roundedRect(let rect, let radius, let color):
      return "round \(text(rect)) r\(text(radius)) \(color.hexText)"
    case .border(let rect, let radius, let width, let color):
      return "border \(text(rect)) r\(text(radius)) w\(text(width)) \(color.hexText)"
    case .shadow(let rect, let radius, let shadow):
      return
        "shadow \(text(rect)) r\(text(radius)) y\(text(shadow.offset)) blur \(text(shadow.blur)) \(shadow.color.hexText)"
    case .gradient(let rect, let axis, let start, let end):
      return "gradient \(text(rect)) \(axis) \(start.hexText) \(end.hexText)"
    case .image(let bitmap, let rect, let mode, let radius, let opacity):
      let size = "\(bitmap.width)x\(bitmap.height)"
      return "image \(size) \(text(rect)) \(mode) r\(text(radius)) alpha \(text(opacity))"
    case .text(let line, let point, let color):
      return "text \"\(line.readableText)\" at \(text(point.x)),\(text(point.y)) \(color.hexText)"
    case .symbol(let symbol, let rect, let color): return "symbol \(symbol.name) \(text(rect)) \(color.hexText)"
    case .pushClip(let rect): return "clip \(text(rect))"
    case .popClip: return "end"
    }
  }
}

extension TextLine {
  /// The characters in visual order if ``SimpleText`` shaped the line; otherwise only their number, such as `12
  /// glyphs`.
  package var readableText: String {
    guard glyphs.allSatisfy({ $0.face == SimpleText.face }) else { return "\(glyphs.count) glyphs" }
    return String(String.UnicodeScalarView(glyphs.compactMap { Unicode.Scalar($0.index) }))
  }
}

extension Color {
  /// The colour as `#2858D4`, or as `#2858D480` if it is not opaque.
  package var hexText: String {
    let channels = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
    return channels.reduce("#") { text, channel in
      let digits = String(channel, radix: 16, uppercase: true)
      return text + (digits.count < 2 ? "0" + digits : digits)
    }
  }
}
