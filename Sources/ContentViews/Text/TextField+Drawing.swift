import ScrollworkGeometry
package import ScrollworkHostInterface

extension TextField {
  static let style = TextStyle.body
  // Distances and sides in logical pixels.
  package static let padding = 10.0
  static let gap = 8.0
  static let symbolSide = 16.0
  static let clearSide = 12.0
  static let radius = 6.0

  /// Draws everything but the caret: background, symbol, text, selection, key hint and clear button.
  func drawField(in canvas: Canvas, _ environment: Environment) {
    drawBackground(in: canvas, environment)
    let textColor: ColorRole = isEnabled ? .text1 : .textDisabled
    if let symbol {
      let color: ColorRole = !isEnabled ? .textDisabled : isFocused ? .text1 : .text2
      canvas.symbol(symbol, side: Self.symbolSide, centeredIn: symbolRect(environment), environment.color(color))
    }
    let room = textRect(environment)
    canvas.clipped(to: room) {
      if text.isEmpty {
        drawText(in: canvas, isEnabled ? .text3 : .textDisabled, room, environment)
      } else {
        drawSelection(in: canvas, room, environment)
        drawText(in: canvas, textColor, room, environment)
      }
    }
    if showsKeyCap(environment) { drawKeyCap(in: canvas, environment) }
    drawEndWords(in: canvas, environment)
    if showsClearButton {
      let color: ColorRole = isClearHovered ? .text1 : .text2
      canvas.symbol(.close, side: Self.clearSide, centeredIn: clearRect(environment), environment.color(color))
    }
  }

  /// Whether the key hint is shown. It is hidden if it would cut the placeholder, which is more important.
  func showsKeyCap(_ environment: Environment) -> Bool {
    guard !keyCap.isEmpty, text.isEmpty, !isFocused, isEnabled else { return false }
    let wanted = environment.text.line(placeholder, font: Self.style.font, scale: environment.scale).width
    let taken = leadingRoom + Self.padding + capShape(environment).box.width + Self.gap
    return wanted <= bounds.width - taken
  }

  /// Width that padding and symbol take before the text, in logical pixels.
  private var leadingRoom: Double { Self.padding + (symbol == nil ? 0 : Self.symbolSide + Self.gap) }

  /// Returns the shaped key hint and the frame of the key drawn around it.
  private func capShape(_ environment: Environment) -> (line: TextLine, box: Rect) {
    let line = capLine.line(keyCap, font: TextStyle.microMedium.font, environment: environment)
    let width = environment.roundedUp(line.width) + 10
    let box = Rect(x: bounds.width - 6 - width, y: environment.rounded(bounds.midY - 10), width: width, height: 20)
    return (line, mirrored(box, environment))
  }

  /// Draws the key hint in the shape of a key.
  private func drawKeyCap(in canvas: Canvas, _ environment: Environment) {
    let (line, box) = capShape(environment)
    canvas.roundedRect(box, radius: 4, environment.color(.surface))
    canvas.border(box, radius: 4, width: 1, environment.color(.edge))
    let baseline = TextStyle.microMedium.baseline(inHeight: box.height, scale: environment.scale)
    canvas.text(line, at: Point(x: box.minX + 5, y: box.minY + baseline), environment.color(.text2))
  }

  /// Returns the width of `words` at the end of a field with the space that they keep from the text.
  package static func width(ofEndWords words: String, _ environment: Environment) -> Double {
    words.isEmpty ? 0 : environment.roundedUp(endLine(words, environment).width) + gap
  }

  /// The width of everything in a field with a symbol but its text and the words at its end, in logical pixels.
  package static var chromeWidth: Double { 2 * padding + symbolSide + gap }

  private static func endLine(_ words: String, _ environment: Environment) -> TextLine {
    environment.text.line(words, font: TextStyle.small.font, scale: environment.scale)
  }

  /// The width that the words at the end take from the text, in logical pixels.
  private func endRoom(_ environment: Environment) -> Double {
    guard let endWords, !endWords.text.isEmpty else { return 0 }
    return environment.roundedUp(endLine(of: endWords, environment).width) + Self.gap
  }

  private func endLine(of words: EndWords, _ environment: Environment) -> TextLine {
    endLine.line(words.text, font: TextStyle.small.font, environment: environment)
  }

  /// Draws the words at the end, on the baseline of the text.
  private func drawEndWords(in canvas: Canvas, _ environment: Environment) {
    guard let endWords, !endWords.text.isEmpty else { return }
    let line = endLine(of: endWords, environment)
    let width = environment.roundedUp(line.width)
    let place = mirrored(
      Rect(x: bounds.width - Self.padding - width, y: 0, width: width, height: bounds.height), environment)
    let baseline = Self.style.baseline(inHeight: bounds.height, scale: environment.scale)
    canvas.text(line, at: Point(x: place.minX, y: baseline), environment.color(endWords.color))
  }

  /// Draws the background, with a border if the field is invalid, focused or in a high contrast theme.
  private func drawBackground(in canvas: Canvas, _ environment: Environment) {
    let colors = environment.theme.colors
    let isEmphasized = isFocused || isInvalid
    let rest = isEmphasized ? colors.surface : colors.well
    canvas.roundedRect(
      bounds, radius: Self.radius, isEmphasized ? rest : rest.mixed(with: colors.hoverW, amount: hoverAmount))
    if isInvalid {
      let width = environment.theme.focusRingWidth
      canvas.border(bounds.insetBy(-width), radius: Self.radius + width, width: width, colors.error)
    } else if isFocused {
      canvas.focusRing(around: bounds, radius: Self.radius, gap: 0, environment)
    } else if environment.theme.isHighContrast {
      canvas.border(bounds, radius: Self.radius, width: 1, isHovered ? colors.control : colors.edge)
    }
  }

  /// Draws the background of the selected text. In right-to-left text, the start of the selection is at the right.
  private func drawSelection(in canvas: Canvas, _ room: Rect, _ environment: Environment) {
    guard isFocused, editing.hasSelection else { return }
    let start = textStart(in: room, environment)
    let (a, b) = (caretPosition(selection.lowerBound, environment), caretPosition(selection.upperBound, environment))
    // The colour of selected rows alone is too faint for a few letters, most of all in a field in such a row.
    let colors = environment.theme.colors
    let (fill, mark) =
      environment.isActive
      ? (colors.selection, colors.selectionMark) : (colors.selectionIdle, colors.selectionIdleMark)
    canvas.fill(
      Rect(
        minX: start + min(a, b), minY: lineTop(environment), maxX: start + max(a, b),
        maxY: lineTop(environment) + Self.style.lineHeight), fill.mixed(with: mark, amount: 0.35))
  }

  /// Draws the text or placeholder at the scroll position.
  private func drawText(in canvas: Canvas, _ color: ColorRole, _ room: Rect, _ environment: Environment) {
    let line = visibleLine(room.width, environment)
    let origin = Point(
      x: text.isEmpty && environment.direction == .rightToLeft
        ? room.maxX - line.width : textStart(in: room, environment),
      y: Self.style.baseline(inHeight: bounds.height, scale: environment.scale))
    canvas.text(line, at: origin, environment.color(color))
  }

  /// Returns the whole line while the user edits it, otherwise as much of it as fits.
  private func visibleLine(_ width: Double, _ environment: Environment) -> TextLine {
    line.line(
      text.isEmpty ? placeholder : text, font: Self.style.font, width: width,
      truncation: isFocused && !text.isEmpty ? .none : .end, environment: environment)
  }

  // MARK: Places

  /// Whether the clear button is shown: the field has one, is enabled and contains text.
  var showsClearButton: Bool { hasClearButton && isEnabled && !text.isEmpty }

  /// Returns the rectangle for the text: between the symbol and the clear button or key hint.
  func textRect(_ environment: Environment) -> Rect {
    let leading = leadingRoom
    let cap = showsKeyCap(environment) ? capShape(environment).box.width + Self.gap : 0
    let trailing = Self.padding + (showsClearButton ? Self.symbolSide + Self.gap : cap) + endRoom(environment)
    return mirrored(bounds.inset(by: Insets(leading: leading, trailing: trailing)), environment)
  }

  /// Returns the clickable area of the clear button, which is larger than its symbol.
  func clearRect(_ environment: Environment) -> Rect {
    let width = Self.symbolSide + 2 * Self.padding - 4
    return mirrored(Rect(x: bounds.width - width, y: 0, width: width, height: bounds.height), environment)
  }

  /// Returns the frame of the symbol.
  private func symbolRect(_ environment: Environment) -> Rect {
    mirrored(Rect(x: Self.padding, y: 0, width: Self.symbolSide, height: bounds.height), environment)
  }

  /// Returns `rect`, mirrored in right-to-left environments.
  private func mirrored(_ rect: Rect, _ environment: Environment) -> Rect {
    environment.direction == .rightToLeft ? rect.mirrored(inWidth: bounds.width) : rect
  }

  /// Returns the y coordinate of the upper edge of the text line.
  private func lineTop(_ environment: Environment) -> Double {
    environment.rounded((bounds.height - Self.style.lineHeight) / 2)
  }

  /// Returns the x coordinate at which the text starts, with ``scroll`` applied.
  func textStart(in room: Rect, _ environment: Environment) -> Double {
    let width = caretPositions(environment).max() ?? 0
    if environment.direction == .rightToLeft, width <= room.width { return environment.rounded(room.maxX - width) }
    return room.minX - scroll
  }

  /// Returns the caret positions of the current text, in logical pixels from its start. They are cached until the text
  /// or scale changes.
  func caretPositions(_ environment: Environment) -> [Double] {
    if let carets, caretsScale == environment.scale { return carets }
    let made = environment.text.caretPositions(in: text, font: Self.style.font, scale: environment.scale)
    carets = made
    caretsScale = environment.scale
    return made
  }

  /// Returns the position of the caret before the character at `index`, in logical pixels from the start of the text.
  func caretPosition(_ index: Int, _ environment: Environment) -> Double {
    let positions = caretPositions(environment)
    return positions.isEmpty ? 0 : positions[min(index, positions.count - 1)]
  }

  /// Scrolls the text as little as possible so that the caret is visible, and never beyond the end of the text.
  func scrollToCaret(_ environment: Environment) {
    let room = textRect(environment)
    let width = (caretPositions(environment).max() ?? 0) + Caret.width
    guard isFocused, width > room.width else {
      scroll = 0
      return
    }
    let position = caretPosition(editing.head, environment)
    scroll = min(scroll, position)
    scroll = max(scroll, position + Caret.width - room.width)
    scroll = environment.rounded(max(0, min(scroll, width - room.width)))
  }

  /// Sets the frame of the caret.
  func placeCaret(_ environment: Environment) {
    let room = textRect(environment)
    let x = textStart(in: room, environment) + caretPosition(editing.head, environment)
    caret.frame = Rect(
      x: environment.rounded(min(max(room.minX, x), room.maxX - Caret.width)), y: lineTop(environment) + 1,
      width: Caret.width, height: Self.style.lineHeight - 2)
  }
}
