package import CSDL
package import ScrollworkGeometry
package import ScrollworkHostInterface

/// A desktop window, shown or hidden, into whose pixels the program draws.
@MainActor
package final class SDLWindow {
  /// The current sizes and scale.
  private var measure: WindowMeasure
  /// SDL's window; `nil` once it is closed.
  private(set) var handle: OpaquePointer?
  private var translator: EventTranslator
  /// The requested scale; `nil` to follow the display.
  private var configuredScale: Double?
  private let minimumSize: Size
  private let fitsDisplay: Bool
  /// Whether the window manager has yet to add its borders. With them, the window may not fit on the display.
  private var awaitsBorders: Bool
  /// The frame of the caret for which keys also produce text; `nil` while they do not.
  private var caret: Rect?
  /// The shape of the pointer over the window.
  package var cursor = Cursor.arrow {
    didSet { applyCursor() }
  }
  /// The drag to another program; `nil` without one.
  var drag: XDrag?
  /// Memory in the painter's format; `nil` unless the window's pixels have another format.
  var bridge: SurfaceBridge?
  /// Whether the whole window must be drawn and shown again.
  var needsEverything = true
  /// A buffer for `present`: the damage as SDL's rectangles.
  var rects: [SDL_Rect] = []

  /// Opens a window; the first one starts SDL.
  /// - Parameters:
  ///   - size: The size of the content, in logical pixels.
  ///   - position: The position with its borders, as from `desktopPosition`; `nil` for the middle of the display.
  ///   - minimumSize: The least size that the user can choose, in logical pixels.
  ///   - fitsDisplay: Whether to limit the size to the display when the window opens and when its scale changes.
  ///   - scale: Device pixels per logical pixel; `nil` to derive it (`WindowScale`).
  ///   - headless: Whether to run without a window system; then `SCROLLWORK_SCALE` is the only environment variable
  ///     that affects the scale. The first window of a process decides for all.
  /// - Throws: If no display answers, or if the display refuses the window.
  package init(
    title: String, size: Size, position: (x: Int, y: Int)? = nil, minimumSize: Size = .zero, isHidden: Bool = false,
    fitsDisplay: Bool = true, scale: Double? = nil, headless: Bool = false
  ) throws(WindowError) {
    try SDLVideo.start(headless: headless)
    let isX11 = SDLVideo.driver == "x11"
    // On other systems SDL may need a renderer to show a surface. On X11, a renderer would draw the frame through
    // OpenGL, which without a graphics processor takes 430 times as long as shared memory.
    if isX11 { SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0") }
    configuredScale = WindowScale.configured(
      option: scale,
      variable: { headless && $0 != "SCROLLWORK_SCALE" ? nil : SDLVideo.variable($0) },
      dotsPerInch: { isX11 ? WindowScale.dotsPerInchOfDisplay() : nil })
    let visibility = isHidden ? SDL_WINDOW_HIDDEN : SDL_WINDOW_SHOWN
    let flags = SDL_WINDOW_RESIZABLE.rawValue | SDL_WINDOW_ALLOW_HIGHDPI.rawValue | visibility.rawValue
    let factor = configuredScale ?? 1
    let room = fitsDisplay ? Self.room(onDisplay: 0) : nil
    let width = min(Self.units(size.width * factor), room?.width ?? .max)
    let height = min(Self.units(size.height * factor), room?.height ?? .max)
    let centered = Int32(bitPattern: SDL_WINDOWPOS_CENTERED_MASK)
    let place = position.flatMap { Self.place(at: $0, width: width, height: height) }
    guard let handle = SDL_CreateWindow(title, place?.x ?? centered, place?.y ?? centered, width, height, flags) else {
      throw .refused(reason: SDLVideo.errorMessage)
    }
    self.handle = handle
    self.minimumSize = minimumSize
    self.fitsDisplay = fitsDisplay
    awaitsBorders = fitsDisplay
    measure = WindowMeasure(of: handle, configuredScale: configuredScale)
    translator = EventTranslator(windowID: SDL_GetWindowID(handle), size: size, logicalPerUnit: 1)
    updateMeasure()
    if measure.pixelsPerUnit != 1, configuredScale != nil { setSize(fitted(size)) }
    applyMinimumSize()
  }

  isolated deinit {
    close()
  }

  /// Closes the window. All later calls do nothing.
  package func close() {
    guard let handle else { return }
    self.handle = nil
    drag?.cancel()
    bridge = nil
    SDL_DestroyWindow(handle)
  }

  /// Converts a length to whole units of SDL, limited to what SDL can allocate.
  private static func units(_ length: Double) -> Int32 {
    length.isFinite ? Int32(min(max(length.rounded(), 1), 16_384)) : 1
  }

  /// Passes the least size to SDL. It is not larger than the display.
  private func applyMinimumSize() {
    guard let handle, !minimumSize.isEmpty else { return }
    let least = fitted(minimumSize)
    SDL_SetWindowMinimumSize(
      handle, Self.units(least.width * unitsPerLogical), Self.units(least.height * unitsPerLogical))
  }

  /// Updates the sizes and the scale after anything that may have changed them.
  private func updateMeasure() {
    guard let handle else { return }
    measure = WindowMeasure(of: handle, configuredScale: configuredScale)
    translator.size = size
    translator.logicalPerUnit = 1 / unitsPerLogical
  }
}

// MARK: - Size and state

extension SDLWindow {
  /// Device pixels per logical pixel.
  package var scale: Double { measure.scale }
  /// The size of the drawing area, in device pixels.
  package var pixelSize: PixelSize { measure.pixelSize }
  // The number of SDL's units per logical pixel.
  private var unitsPerLogical: Double { measure.scale / measure.pixelsPerUnit }

  /// The size of the drawing area in logical pixels; with a fractional scale it may not be whole.
  package var size: Size { Size(width: Double(pixelSize.width) / scale, height: Double(pixelSize.height) / scale) }

  /// Resizes the window to a size in logical pixels. The window manager may choose another size: read `size`
  /// afterwards.
  package func setSize(_ size: Size) {
    guard let handle else { return }
    SDL_SetWindowSize(handle, Self.units(size.width * unitsPerLogical), Self.units(size.height * unitsPerLogical))
    needsEverything = true
    updateMeasure()
  }

  /// Sets the number of device pixels per logical pixel. The window keeps its size in logical pixels if the display is
  /// large enough.
  package func setScale(_ scale: Double) {
    let size = size
    configuredScale = WindowScale.clamped(scale)
    updateMeasure()
    applyMinimumSize()
    setSize(fitted(size))
  }

  /// Returns a size in logical pixels, limited so that the window with its borders fits on its display.
  private func fitted(_ size: Size) -> Size {
    guard fitsDisplay, let handle, let room = Self.room(onDisplay: SDL_GetWindowDisplayIndex(handle)) else {
      return size
    }
    let (width, height) = borders
    return Size(
      width: min(size.width, Double(max(1, room.width - width)) / unitsPerLogical),
      height: min(size.height, Double(max(1, room.height - height)) / unitsPerLogical))
  }

  /// Shrinks the window if it does not fit on the display with its borders, which the window manager adds some time
  /// after opening.
  private func keepBordersOnDisplay() {
    guard awaitsBorders, borders != (0, 0) else { return }
    awaitsBorders = false
    applyMinimumSize()
    let fitted = fitted(size)
    if fitted != size { setSize(fitted) }
  }

  /// The total size of the window manager's borders, in SDL's units; zero if it is unknown.
  private var borders: (width: Int32, height: Int32) {
    var (top, left, bottom, right): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard let handle, SDL_GetWindowBordersSize(handle, &top, &left, &bottom, &right) == 0 else { return (0, 0) }
    return (left + right, top + bottom)
  }

  /// Returns the size of a display without panels, in SDL's units; `nil` if there is no display.
  private static func room(onDisplay display: Int32) -> (width: Int32, height: Int32)? {
    var area = SDL_Rect()
    guard !SDLVideo.isHeadless, display >= 0, SDL_GetDisplayUsableBounds(display, &area) == 0, area.w > 0, area.h > 0
    else { return nil }
    return (area.w, area.h)
  }

  /// The title in the window's bar.
  package var title: String {
    get { handle.map { String(cString: SDL_GetWindowTitle($0)) } ?? "" }
    set { if let handle { SDL_SetWindowTitle(handle, newValue) } }
  }

  /// Whether the window is shown on the desktop.
  package var isVisible: Bool {
    get { hasFlag(SDL_WINDOW_SHOWN) }
    set {
      guard let handle, newValue != isVisible else { return }
      if newValue { SDL_ShowWindow(handle) } else { SDL_HideWindow(handle) }
    }
  }

  /// Whether the window is in full-screen mode, without borders.
  package var isFullScreen: Bool {
    get { hasFlag(SDL_WINDOW_FULLSCREEN) }
    set {
      guard let handle, newValue != isFullScreen else { return }
      SDL_SetWindowFullscreen(handle, newValue ? SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue : 0)
      needsEverything = true
      updateMeasure()
    }
  }

  /// SDL's id of the window.
  package var id: UInt32 { translator.windowID }

  /// Whether keys go to the window.
  var hasKeyboard: Bool { handle.map { SDL_GetKeyboardFocus() == $0 } ?? false }

  /// Whether the window is minimised, so that frames would be invisible.
  package var isMinimized: Bool { hasFlag(SDL_WINDOW_MINIMIZED) }

  /// Whether SDL reports a flag for the window.
  private func hasFlag(_ flag: SDL_WindowFlags) -> Bool {
    handle.map { SDL_GetWindowFlags($0) & flag.rawValue != 0 } ?? false
  }

  /// The frames per second of the window's display; `nil` if they are unknown.
  package var refreshRate: Double? {
    guard let handle else { return nil }
    var mode = SDL_DisplayMode()
    let display = SDL_GetWindowDisplayIndex(handle)
    guard display >= 0, SDL_GetCurrentDisplayMode(display, &mode) == 0, mode.refresh_rate > 0 else { return nil }
    return Double(mode.refresh_rate)
  }
}

// MARK: - Input

extension SDLWindow {
  /// Makes keys also produce `InputEvent.text`, until `stopTextInput` is called.
  /// - Parameter rect: The frame of the caret in logical pixels, beside which an input method opens its window.
  package func startTextInput(_ rect: Rect) {
    caret = rect
    applyTextInput()
  }

  /// Ends text input.
  package func stopTextInput() {
    caret = nil
    applyTextInput()
  }

  /// Whether text input is active.
  package var isTextInputActive: Bool { caret != nil && SDL_IsTextInputActive() == SDL_TRUE }

  /// Turns SDL's text input on or off. SDL has one for all windows, so the window with the keyboard decides.
  private func applyTextInput() {
    if let focus = SDL_GetKeyboardFocus(), focus != handle { return }
    let isOn = SDL_IsTextInputActive() == SDL_TRUE
    guard let caret else {
      if isOn { SDL_StopTextInput() }
      return
    }
    func units(_ value: Double) -> Int32 { Int32(clamping: Int((value * unitsPerLogical).rounded())) }
    var area = SDL_Rect(x: units(caret.minX), y: units(caret.minY), w: units(caret.width), h: units(caret.height))
    SDL_SetTextInputRect(&area)
    if !isOn { SDL_StartTextInput() }
  }

  /// Gives the pointer this window's shape, unless the pointer is over another window of the program.
  private func applyCursor() {
    if let focus = SDL_GetMouseFocus(), focus != handle { return }
    SystemCursors.shared.current = cursor
  }

  /// Translates SDL's event into host events, appended oldest first, and updates the window's own state.
  package func translate(_ event: SDL_Event, into events: inout EventQueue) {
    let formerScale = scale
    switch SDL_EventType(event.type) {
    case SDL_WINDOWEVENT:
      updateMeasure()
      keepBordersOnDisplay()
      switch SDL_WindowEventID(UInt32(event.window.event)) {
      case SDL_WINDOWEVENT_FOCUS_GAINED: applyTextInput()
      case SDL_WINDOWEVENT_ENTER: applyCursor()
      default: break
      }
    case SDL_DROPFILE, SDL_DROPTEXT: translator.pointer = pointerOnScreen() ?? translator.pointer
    default: break
    }
    if scale != formerScale { events.append(.scaleChanged(scale)) }
    guard let translated = translator.translate(event) else { return }
    switch translated {
    case .resized, .exposed, .restored: needsEverything = true
    default: break
    }
    if !isForDrag(translated) { events.append(translated) }
  }

  /// Returns the pointer's position in logical pixels of the window, asked from the window system: a drop has no
  /// position, and a drag from another program reports no movements.
  private func pointerOnScreen() -> Point? {
    guard let handle, !SDLVideo.isHeadless else { return nil }
    var (x, y, left, top): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    SDL_GetGlobalMouseState(&x, &y)
    SDL_GetWindowPosition(handle, &left, &top)
    return Point(x: Double(x - left) / unitsPerLogical, y: Double(y - top) / unitsPerLogical)
  }
}
