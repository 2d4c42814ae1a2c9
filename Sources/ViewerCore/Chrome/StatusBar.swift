import Scrollwork

/// The content of the status bar.
struct Status: Hashable {
  /// A text, or a number with a text.
  struct Item: Hashable {
    /// A number shown in bold before the text.
    var strong = ""
    var text: String
    /// Whether the text explains a failure. It is then drawn in the error colour, after an error symbol.
    var isFailure = false
    /// Whether the text tells of faults of the input. It is then drawn in the colour of warnings, after their symbol.
    var isWarning = false
    /// Whether the text tells of the work that `progress` is about: the progress bar comes after it. Its width never
    /// shrinks, so that the bar and the items after it do not move. At most one item tells progress.
    var tellsProgress = false
    /// The form of an item about the number of rows that pass the filters, while the bar of filters tells it; `nil` for
    /// other items.
    var beside: Beside?

    /// A shorter form of an item.
    struct Beside: Hashable {
      var strong = ""
      var text: String
    }
  }

  /// The items from the leading edge.
  var items: [Item] = []
  /// The number of rows that pass the filters, of all, such as “12 of 345 lines”; empty without filters.
  var passed = ""
  /// The message after the items. If space is short, it replaces items; `nil` for none.
  var message: String?
  /// Whether the message is the reason why an input is invalid.
  var isFailure = false
  /// The title of the button after the items, which opens a menu; `nil` for none.
  var menu: String?
  /// The words for the form in which the input is read, the most important one last. They are the title of a button
  /// that opens a menu; empty hides it.
  var form: [String] = []
  /// The texts at the trailing edge, outermost last.
  var trailing: [String] = []
  /// Whether the last of `trailing` stays if space is short, as a text about the state of the screen should. It gives
  /// way only to a message that does not fit beside it.
  var keepsLast = true
  /// The finished share of the background work, 0 to 1; `nil` if none is running.
  var progress: Double?
  /// Whether changes of the input are followed, which a dot shows.
  var isLive = false
  /// Whether the user can stop the work that `progress` is about.
  var canStop = false
  /// The key that stops the work; empty without one.
  var stopKey = ""
}

/// The bar at the bottom of the window.
final class StatusBar: View {
  /// The height of the bar in logical pixels.
  static let height = 28.0
  /// The margin at both ends.
  private var edge: Double { WindowWidth.margin(in: bounds.width) }
  /// The smallest width that a text is drawn in, in logical pixels.
  private static let minimumTextWidth = 24.0
  private static let gap = 16.0
  /// The side of the symbol before a failure, and the width of the symbol with the space after it, in logical pixels.
  private static let symbolSide = 14.0
  private static let symbolWidth = 20.0
  private static let progressWidth = 80.0
  /// The distance between the progress bar and the button that stops the work, in logical pixels.
  private static let stopGap = 4.0
  /// The largest width so far of the item that tells the progress, with its gap, in logical pixels.
  private var widestProgress = 0.0

  /// The shown content. Each change lays the bar out again.
  var status = Status() {
    didSet {
      guard status != oldValue else { return }
      // The progress bar is shown and hidden by the layout.
      setNeedsLayout()
    }
  }

  /// The progress of background work, after the words about it.
  private let progress = ProgressBar()
  /// The button beside the progress, which stops the work.
  let stop = StatusButton(symbol: .close)
  /// The button after the items, which opens a menu.
  let menu = StatusButton()
  /// The button before the texts at the trailing edge, which changes the form in which the input is read.
  let form = StatusButton()
  /// The slider for the size of pictures, in six steps.
  private let slider = Slider(value: 0, in: 0...Double(FolderLayout.tileSizes.count - 1), step: 1)
  private static let sliderWidth = 120.0
  /// The smallest width of the window that shows the slider, in logical pixels.
  private static let sliderMinimumWindowWidth = 720.0
  /// The index of the size of the pictures; `nil` if it cannot be changed.
  var zoom: Int? {
    didSet {
      guard zoom != oldValue else { return }
      slider.value = Double(zoom ?? 0)
      setNeedsLayout()
    }
  }
  /// Called with the index of the size that the user chose.
  var onZoom: ((Int) -> Void)?

  override init() {
    super.init()
    for view in [progress, stop, menu, form, slider] { addChild(view) }
    slider.accessibleName = "Size of the pictures"
    slider.onChange = { [weak self] in self?.onZoom?(Int($0.rounded())) }
  }

  override var semanticsRole: SemanticsNode.Role? { .group }
  override var semanticsText: String {
    let items = status.items.map { $0.strong.isEmpty ? $0.text : $0.strong + " " + $0.text }
    let news = status.message.map { [$0] } ?? []
    return (items + news + (status.menu.map { [$0] } ?? []) + status.form + status.trailing).joined(separator: ", ")
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    let colors = environment.theme.colors
    canvas.fill(bounds, colors.window)
    canvas.fill(
      Rect(x: 0, y: 0, width: bounds.width, height: max(1, (canvas.scale / 2).rounded()) / canvas.scale), colors.edge)
    if !slider.isHidden { drawZoomSymbols(in: canvas, environment) }
    drawItems(endingAt: drawTrailing(in: canvas, environment), in: canvas, environment)
  }

  /// Draws the items up to the progress bar from the leading edge, and those after it up to `end`.
  private func drawItems(endingAt end: Double, in canvas: Canvas, _ environment: Environment) {
    let (head, tail) = shownItems(environment)
    let end = menu.isHidden ? end : min(end, menu.frame.minX + StatusButton.padding)
    draw(head, from: edge, to: progress.isHidden ? end : progress.frame.minX - Self.gap, in: canvas, environment)
    draw(tail, from: tailStart(environment), to: end, in: canvas, environment)
  }

  /// Draws items, and truncates them at `end`.
  private func draw(
    _ items: [Status.Item], from start: Double, to end: Double, in canvas: Canvas, _ environment: Environment
  ) {
    var x = start
    for item in items where !item.text.isEmpty || !item.strong.isEmpty {
      guard end - x >= Self.minimumTextWidth else { return }
      let (symbol, color) = Self.look(of: item)
      if let symbol {
        let place = Rect(x: x, y: 0, width: Self.symbolSide, height: bounds.height)
        canvas.symbol(symbol, side: Self.symbolSide, centeredIn: place, environment.color(color))
        x += Self.symbolWidth
      }
      if !item.strong.isEmpty {
        let strong = symbol == nil ? .text1 : color
        x += draw(item.strong, .smallStrong, strong, in: x..<max(x, end), of: canvas, environment) + 4
      }
      let style = TextStyle.small(of: item)
      let width = draw(item.text, style, color, in: x..<max(x, end), of: canvas, environment) + Self.gap
      x += item.tellsProgress ? max(width, widestProgress) : width
    }
  }

  /// Returns the symbol before an item, and the colour of its text.
  private static func look(of item: Status.Item) -> (symbol: Symbol?, color: ColorRole) {
    if item.isFailure { return (.error, .error) }
    return item.isWarning ? (.warning, .warning) : (nil, .text2)
  }

  /// Draws a small and a large picture symbol beside the slider.
  private func drawZoomSymbols(in canvas: Canvas, _ environment: Environment) {
    let color = environment.color(.text2)
    let start = Rect(x: slider.frame.minX - 24, y: 0, width: 16, height: bounds.height)
    canvas.symbol(.picture, side: 12, centeredIn: start, color)
    let end = Rect(x: slider.frame.maxX + 8, y: 0, width: 16, height: bounds.height)
    canvas.symbol(.picture, side: 16, centeredIn: end, color)
  }

  /// Draws the texts at the trailing edge.
  /// - Returns: The x coordinate at which the leading items have to end.
  private func drawTrailing(in canvas: Canvas, _ environment: Environment) -> Double {
    var x = end
    for text in trailingTexts(endingAt: x, environment).reversed() {
      let line = environment.text.line(text, font: TextStyle.small.font, scale: environment.scale)
      x -= line.width
      canvas.text(line, at: Point(x: x, y: baseline(environment)), environment.color(.text2))
      if status.isLive, text == status.trailing.last {
        let dot = Rect(x: x - 16, y: bounds.midY - 4, width: 8, height: 8)
        canvas.roundedRect(dot, radius: 4, environment.color(.success))
        x -= 16
      }
      x -= Self.gap
    }
    return form.isHidden ? x : min(x, form.frame.minX + StatusButton.padding - Self.gap)
  }

  /// Returns the texts at the trailing edge that leave room for the items.
  private func trailingTexts(endingAt end: Double, _ environment: Environment) -> ArraySlice<String> {
    var texts = status.trailing.suffix(WindowWidth.isNarrow(bounds.width) ? 1 : status.trailing.count)
    let start = itemsEnd(environment) + menuWidth(environment)
    let least = status.keepsLast && !newsNeedsAllRoom(environment) ? 1 : 0
    while texts.count > least, start + width(of: texts, environment) > end { texts.removeFirst() }
    return texts
  }

  private func width(_ text: String, _ style: TextStyle, _ environment: Environment) -> Double {
    text.isEmpty ? 0 : environment.text.line(text, font: style.font, scale: environment.scale).width + Self.gap
  }

  private func width(of texts: ArraySlice<String>, _ environment: Environment) -> Double {
    texts.reduce(0) { $0 + width($1, .small, environment) }
  }

  /// The x coordinate at which the items end, with a gap after the last one.
  private func itemsEnd(_ environment: Environment) -> Double {
    tailStart(environment) + width(of: shownItems(environment).tail, environment)
  }

  private func menuWidth(_ environment: Environment) -> Double {
    status.menu == nil ? 0 : menu.sizeThatFits(bounds.size, environment: environment).width
  }

  private func width(of items: [Status.Item], _ environment: Environment) -> Double {
    items.reduce(0) { sum, item in
      let strong = width(item.strong, .smallStrong, environment)
      // A number stands nearer to its text.
      var text = width(item.text, .small(of: item), environment)
      if item.tellsProgress { text = max(text, widestProgress) }
      let symbol = Self.look(of: item).symbol == nil ? 0 : Self.symbolWidth
      return sum + (strong > 0 ? strong - Self.gap + 4 : 0) + text + symbol
    }
  }

  /// Whether the message does not fit beside the state text, even without items.
  private func newsNeedsAllRoom(_ environment: Environment) -> Bool {
    status.message.map { width($0, .small, environment) > roomBesideState(environment) } ?? false
  }

  private func roomBesideState(_ environment: Environment) -> Double {
    let last: ArraySlice<String> = status.keepsLast ? status.trailing.suffix(1) : []
    return end - edge - width(of: last, environment) - (status.isLive ? 16 : 0)
  }

  /// The width of the progress bar and its button, with a gap after them; 0 without work.
  private func workWidth(_ environment: Environment) -> Double {
    guard status.progress != nil else { return 0 }
    let bar = Self.progressWidth + Self.gap
    guard status.canStop else { return bar }
    // The button has space in itself.
    return bar + Self.stopGap + StatusButton.width(of: stopTitle, environment) - StatusButton.padding
  }

  /// Returns the x coordinate of the progress bar: after the words about the work, but so that the bar and its stop
  /// button do not cover the state text.
  private func placeOfProgress(_ environment: Environment) -> Double {
    let last = edge + roomBesideState(environment) - workWidth(environment)
    return min(edge + width(of: shownItems(environment).head, environment), max(edge, last))
  }

  /// The x coordinate at which the items after the progress bar begin.
  private func tailStart(_ environment: Environment) -> Double {
    status.progress == nil ? edge : environment.roundedUp(placeOfProgress(environment)) + workWidth(environment)
  }

  /// The title of the button that stops the work. A narrow bar has no room for its key.
  private var stopTitle: String {
    status.stopKey.isEmpty || WindowWidth.isNarrow(bounds.width) ? "Stop" : "Stop (\(status.stopKey))"
  }

  /// The x coordinate at which the texts at the trailing edge end, before the slider.
  private var end: Double { slider.isHidden ? bounds.width - edge : slider.frame.minX - 24 - Self.gap }

  /// Returns the items up to the progress bar, with the one that tells the progress at the end, and those after the bar.
  /// The message comes last, and replaces the last items that do not fit.
  private func shownItems(_ environment: Environment) -> (head: [Status.Item], tail: [Status.Item]) {
    let telling = status.items.firstIndex(where: \.tellsProgress).map { $0 + 1 } ?? status.items.count
    let split = status.progress == nil ? 0 : telling
    var (head, tail) = (Array(status.items[..<split]), Array(status.items[split...]))
    guard let message = status.message else { return (head, tail) }
    let whole = end - edge
    let text = FittedMessage.text(message) { width($0, .small, environment) - Self.gap > whole }
    let news = Status.Item(text: text, isFailure: status.isFailure)
    let room = roomBesideState(environment) - workWidth(environment)
    while !head.isEmpty || !tail.isEmpty, width(of: head + tail + [news], environment) > room {
      if tail.isEmpty { head.removeLast() } else { tail.removeLast() }
    }
    return (head, tail + [news])
  }

  /// The x coordinate at which the texts at the trailing edge begin, with a gap before them.
  private func trailingStart(_ environment: Environment) -> Double {
    let dot = status.isLive ? 16.0 : 0
    return end - width(of: trailingTexts(endingAt: end, environment), environment) - dot
  }

  /// Places the button for the form before the texts at the trailing edge, with as many words as fit, or hides it.
  private func placeForm(_ environment: Environment) {
    let end = trailingStart(environment) + StatusButton.padding
    // The space that the two buttons keep between their titles, without that inside of them.
    let gap = status.menu == nil ? 0 : Self.gap - 2 * StatusButton.padding
    let room = end - itemsEnd(environment) - menuWidth(environment) - gap
    let titles = status.form.indices.map { status.form[$0...].joined(separator: " · ") }
    let fitting = titles.first { StatusButton.width(of: $0, environment) <= room }
    form.isHidden = fitting == nil
    guard let fitting else { return }
    let width = StatusButton.width(of: fitting, environment)
    form.title = fitting
    form.frame = Rect(x: end - width, y: 0, width: width, height: bounds.height)
  }

  /// Places the menu button after the items, or hides it if its whole title does not fit.
  private func placeMenu(_ environment: Environment) {
    let room = form.isHidden ? trailingStart(environment) : form.frame.minX + StatusButton.padding - Self.gap
    let start = itemsEnd(environment) - StatusButton.padding
    let wanted = menu.sizeThatFits(bounds.size, environment: environment).width
    menu.isHidden = status.menu == nil || start + wanted > room
    menu.frame = Rect(x: start, y: 0, width: wanted, height: bounds.height)
  }

  /// Draws a text truncated to `room` and returns its width.
  private func draw(
    _ text: String, _ style: TextStyle, _ color: ColorRole, in room: Range<Double>, of canvas: Canvas,
    _ environment: Environment
  ) -> Double {
    let line = environment.text.line(
      text, font: style.font, width: room.upperBound - room.lowerBound, truncation: .end, scale: environment.scale,
      reusing: nil)
    canvas.text(line, at: Point(x: room.lowerBound, y: baseline(environment)), environment.color(color))
    return line.width
  }

  private func baseline(_ environment: Environment) -> Double {
    TextStyle.small.baseline(inHeight: bounds.height, scale: environment.scale)
  }

  override func layout(environment: Environment) {
    progress.isHidden = status.progress == nil
    progress.value = status.progress ?? 0
    menu.title = status.menu ?? ""
    slider.isHidden = zoom == nil || bounds.width < Self.sliderMinimumWindowWidth
    slider.frame = Rect(
      x: bounds.width - edge - 24 - Self.sliderWidth, y: (bounds.height - 20) / 2, width: Self.sliderWidth,
      height: 20)
    let changing = status.items.filter(\.tellsProgress)
    widestProgress = changing.isEmpty ? 0 : width(of: changing, environment)
    // Rounded up, because less than a pixel too little room would truncate the items.
    let x = progress.isHidden ? edge : environment.roundedUp(placeOfProgress(environment))
    progress.frame = Rect(x: x, y: bounds.midY - 2, width: Self.progressWidth, height: 4)
    stop.isHidden = progress.isHidden || !status.canStop
    stop.title = stopTitle
    stop.frame = Rect(
      x: progress.frame.maxX + Self.stopGap, y: 0, width: StatusButton.width(of: stop.title, environment),
      height: bounds.height)
    placeForm(environment)
    placeMenu(environment)
  }
}

extension Status.Item {
  /// Returns the item about the number of rows that pass the filters.
  /// - Parameter total: The number of all rows in words.
  static func passing(_ count: Int, of total: String, _ noun: String) -> Status.Item {
    Status.Item(
      strong: Formats.count(count), text: "of \(total) \(noun)", beside: Beside(strong: total, text: noun))
  }

  /// The number of rows that pass the filters, for the bar of filters; `nil` for another item.
  var passedWords: String? { beside == nil ? nil : strong + " " + text }
}

extension TextStyle {
  /// The style of an item's text.
  fileprivate static func small(of item: Status.Item) -> TextStyle {
    item.isFailure || item.isWarning ? .smallMedium : .small
  }
}
