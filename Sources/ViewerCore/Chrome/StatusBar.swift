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
    /// Whether the text shows the progress of work. Its width never shrinks, so that items beside it do not move. At
    /// most one item shows progress.
    var tellsProgress = false
  }

  /// The items from the leading edge.
  var items: [Item] = []
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

  /// The progress of background work, in the middle of the bar or after the items if they are longer.
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

  /// Draws the items from the leading edge and truncates them at `end`.
  private func drawItems(endingAt end: Double, in canvas: Canvas, _ environment: Environment) {
    var x = edge
    let end = menu.isHidden ? end : min(end, menu.frame.minX + StatusButton.padding)
    for item in shownItems(environment) where !item.text.isEmpty || !item.strong.isEmpty {
      guard end - x >= Self.minimumTextWidth else { return }
      if !item.strong.isEmpty {
        x += draw(item.strong, .smallStrong, .text1, in: x..<end, of: canvas, environment) + 4
      }
      if item.isFailure {
        let place = Rect(x: x, y: 0, width: Self.symbolSide, height: bounds.height)
        canvas.symbol(.error, side: Self.symbolSide, centeredIn: place, environment.color(.error))
        x += Self.symbolWidth
      }
      let (style, color): (TextStyle, ColorRole) = item.isFailure ? (.smallMedium, .error) : (.small, .text2)
      let width = draw(item.text, style, color, in: x..<max(x, end), of: canvas, environment) + Self.gap
      x += item.tellsProgress ? max(width, widestProgress) : width
    }
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
    if !form.isHidden { x = min(x, form.frame.minX + StatusButton.padding - Self.gap) }
    return progress.isHidden ? x : min(x, progress.frame.minX - Self.gap)
  }

  /// Returns the texts at the trailing edge that leave room for the items.
  private func trailingTexts(endingAt end: Double, _ environment: Environment) -> ArraySlice<String> {
    var texts = status.trailing.suffix(WindowWidth.isNarrow(bounds.width) ? 1 : status.trailing.count)
    let menu = status.menu == nil ? 0 : self.menu.sizeThatFits(bounds.size, environment: environment).width
    var start = edge + itemsWidth(environment) + menu
    if status.progress != nil {
      start = max(start, (stop.isHidden ? progress : stop).frame.maxX + Self.gap)
    }
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

  /// The width of the items, with a gap after each.
  private func itemsWidth(_ environment: Environment) -> Double { width(of: shownItems(environment), environment) }

  private func width(of items: [Status.Item], _ environment: Environment) -> Double {
    items.reduce(0) { sum, item in
      let strong = width(item.strong, .smallStrong, environment)
      // A number stands nearer to its text.
      var text = width(item.text, item.isFailure ? .smallMedium : .small, environment)
      if item.tellsProgress { text = max(text, widestProgress) }
      return sum + (strong > 0 ? strong - Self.gap + 4 : 0) + text + (item.isFailure ? Self.symbolWidth : 0)
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

  /// The width that items can take before the progress bar in its last position.
  private func roomBesideProgress(_ environment: Environment) -> Double {
    lastPlaceOfProgress(environment) - edge - Self.gap
  }

  /// The x coordinate of a progress bar in the middle of the bar.
  private var middleOfProgress: Double { (bounds.width - Self.progressWidth) / 2 }

  /// The largest x coordinate of the progress bar that leaves room for the state at the trailing edge.
  private func lastPlaceOfProgress(_ environment: Environment) -> Double {
    let button = status.canStop ? 8 + StatusButton.width(of: stopTitle, environment) : 0
    return max(edge, edge + roomBesideState(environment) - Self.progressWidth - button - Self.gap)
  }

  /// Returns the x coordinate of the progress bar: in the middle, or after longer items, but so that the bar and its
  /// stop button do not cover the state text.
  private func placeOfProgress(_ environment: Environment) -> Double {
    let menu = status.menu == nil ? 0 : self.menu.sizeThatFits(bounds.size, environment: environment).width
    return min(max(middleOfProgress, edge + itemsWidth(environment) + menu), lastPlaceOfProgress(environment))
  }

  /// The title of the button that stops the work. A narrow bar has no room for its key.
  private var stopTitle: String {
    status.stopKey.isEmpty || WindowWidth.isNarrow(bounds.width) ? "Stop" : "Stop (\(status.stopKey))"
  }

  /// The x coordinate at which the texts at the trailing edge end, before the slider.
  private var end: Double { slider.isHidden ? bounds.width - edge : slider.frame.minX - 24 - Self.gap }

  /// The number of characters of a name in a message that are kept, even if they do not fit.
  private static let leastName = 9

  /// Returns the message with the first quoted name shortened in its middle if it is too long for the bar.
  private func fitted(_ message: String, _ environment: Environment) -> String {
    let room = end - edge
    func isTooLong(_ text: String) -> Bool { width(text, .small, environment) - Self.gap > room }
    guard isTooLong(message), let open = message.firstIndex(of: "“"), let close = message[open...].firstIndex(of: "”")
    else { return message }
    let name = message[open..<close].dropFirst()
    func shortened(to count: Int) -> String {
      message[...open] + name.prefix(count - count / 2) + "…" + name.suffix(count / 2) + message[close...]
    }
    // The largest number of characters that fits lies between these two.
    var (fits, isTooMany) = (min(Self.leastName, name.count), name.count)
    while isTooMany - fits > 1 {
      let count = (fits + isTooMany) / 2
      if isTooLong(shortened(to: count)) { isTooMany = count } else { fits = count }
    }
    return fits < name.count ? shortened(to: fits) : message
  }

  /// Returns the items with the message, without the last items that do not fit.
  private func shownItems(_ environment: Environment) -> [Status.Item] {
    guard let message = status.message else { return status.items }
    var items = status.items
    let (news, room) = (
      Status.Item(text: fitted(message, environment), isFailure: status.isFailure),
      min(roomBesideState(environment), status.progress == nil ? .infinity : roomBesideProgress(environment))
    )
    while !items.isEmpty, width(of: items + [news], environment) > room { items.removeLast() }
    return items + [news]
  }

  /// The x coordinate at which the texts at the trailing edge begin, with a gap before them.
  private func trailingStart(_ environment: Environment) -> Double {
    let dot = status.isLive ? 16.0 : 0
    return end - width(of: trailingTexts(endingAt: end, environment), environment) - dot
  }

  /// Places the button for the form before the texts at the trailing edge, with as many words as fit, or hides it.
  private func placeForm(_ environment: Environment) {
    let end = trailingStart(environment) + StatusButton.padding
    let menu = status.menu == nil ? 0 : self.menu.sizeThatFits(bounds.size, environment: environment).width
    // The space that the two buttons keep between their titles, without that inside of them.
    let gap = status.menu == nil ? 0 : Self.gap - 2 * StatusButton.padding
    var room = end - edge - itemsWidth(environment) - menu - gap
    if !progress.isHidden { room = min(room, end - (stop.isHidden ? progress : stop).frame.maxX - Self.gap) }
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
    var room = form.isHidden ? trailingStart(environment) : form.frame.minX + StatusButton.padding - Self.gap
    if !progress.isHidden { room = min(room, progress.frame.minX - Self.gap) }
    let start = edge + itemsWidth(environment) - StatusButton.padding
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
    let x = progress.isHidden ? middleOfProgress : environment.roundedUp(placeOfProgress(environment))
    progress.frame = Rect(x: x, y: bounds.midY - 2, width: Self.progressWidth, height: 4)
    stop.isHidden = progress.isHidden || !status.canStop
    stop.title = stopTitle
    stop.frame = Rect(
      x: progress.frame.maxX + 8, y: 0, width: StatusButton.width(of: stop.title, environment), height: bounds.height)
    placeForm(environment)
    placeMenu(environment)
  }
}
