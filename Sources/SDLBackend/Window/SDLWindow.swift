package import CSDL
package import ScrollworkGeometry
package import ScrollworkHostInterface

/// A window of the desktop, or one that nobody sees, into whose pixels the program draws.
@MainActor
package final class SDLWindow {
  private var measure: WindowMeasure
  /// SDL's window; `nil` once it is closed.
  private(set) var handle: OpaquePointer?
  private var translator: EventTranslator
  /// The scale that was asked for; `nil` to follow the display.
  private var configuredScale: Double?
  private let minimumSize: Size
  private let fitsDisplay: Bool
  /// True until it is known what frame the window manager put around the window, and whether both fit.
  private var awaitsBorders: Bool
  private let cursors = SystemCursors()
  /// Memory to draw into where the window's own pixels have another format.
  var bridge: SurfaceBridge?
  /// True if what the window shows, or its memory, cannot be relied upon.
  var needsEverything = true
  /// Where `present` gathers rectangles for SDL.
  var rects: [SDL_Rect] = []

  /// Opens a window, and starts SDL if it is the first.
  /// - Parameters:
  ///   - size: In logical pixels.
  ///   - minimumSize: In logical pixels; the window does not become smaller.
  ///   - fitsDisplay: True to make it no larger than there is room for on the display, when it opens and whenever its
  ///     scale changes.
  ///   - scale: Device pixels per logical pixel; `nil` to find out (`WindowScale`).
  ///   - headless: No window system is needed, nothing is seen, and of the environment only `SCROLLWORK_SCALE` counts.
  ///     Whether SDL runs headless is decided by the first window of a process.
  package init(
    title: String, size: Size, minimumSize: Size = .zero, isHidden: Bool = false, fitsDisplay: Bool = true,
    scale: Double? = nil, headless: Bool = false
  ) throws(WindowError) {
    try SDLVideo.start(headless: headless)
    let isX11 = SDLVideo.driver == "x11"
    // Elsewhere SDL may need a renderer to show a surface. On X11 it would draw the frame through OpenGL, which without
    // a graphics processor costs 430 times as much as shared memory.
    if isX11 { SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0") }
    configuredScale = WindowScale.configured(
      option: scale,
      variable: { headless && $0 != "SCROLLWORK_SCALE" ? nil : SDLVideo.variable($0) },
      dotsPerInch: { isX11 ? WindowScale.dotsPerInchOfDisplay() : nil })
    let place = Int32(bitPattern: SDL_WINDOWPOS_CENTERED_MASK)
    let visibility = isHidden ? SDL_WINDOW_HIDDEN : SDL_WINDOW_SHOWN
    let flags = SDL_WINDOW_RESIZABLE.rawValue | SDL_WINDOW_ALLOW_HIGHDPI.rawValue | visibility.rawValue
    let factor = configuredScale ?? 1
    let room = fitsDisplay ? Self.room(onDisplay: 0) : nil
    let width = min(Self.units(size.width * factor), room?.width ?? .max)
    let height = min(Self.units(size.height * factor), room?.height ?? .max)
    guard let handle = SDL_CreateWindow(title, place, place, width, height, flags) else {
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

  /// Takes the window from the screen. Nothing can be done with it any more; a second time does nothing.
  package func close() {
    guard let handle else { return }
    self.handle = nil
    bridge = nil
    SDL_DestroyWindow(handle)
  }

  /// SDL takes whole units, and more than its memory for pixels can hold is of no use.
  private static func units(_ length: Double) -> Int32 {
    length.isFinite ? Int32(min(max(length.rounded(), 1), 16_384)) : 1
  }

  private func applyMinimumSize() {
    guard let handle, !minimumSize.isEmpty else { return }
    SDL_SetWindowMinimumSize(
      handle, Self.units(minimumSize.width * unitsPerLogical), Self.units(minimumSize.height * unitsPerLogical))
  }

  /// Learns sizes and scale anew, after anything that may have changed them.
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
  /// What is drawn into, in device pixels.
  package var pixelSize: PixelSize { measure.pixelSize }
  private var unitsPerLogical: Double { measure.scale / measure.pixelsPerUnit }

  /// What is drawn into, in logical pixels. With a fractional scale it need not be whole.
  package var size: Size { Size(width: Double(pixelSize.width) / scale, height: Double(pixelSize.height) / scale) }

  /// Gives the window another size, in logical pixels. A window manager may decide otherwise; `size` tells the truth.
  package func setSize(_ size: Size) {
    guard let handle else { return }
    SDL_SetWindowSize(handle, Self.units(size.width * unitsPerLogical), Self.units(size.height * unitsPerLogical))
    needsEverything = true
    updateMeasure()
  }

  /// Sets the device pixels per logical pixel; the window keeps its size in logical pixels where it can.
  package func setScale(_ scale: Double) {
    let size = size
    configuredScale = WindowScale.clamped(scale)
    updateMeasure()
    applyMinimumSize()
    setSize(fitted(size))
  }

  /// The size, or what there is room for on the window's display.
  private func fitted(_ size: Size) -> Size {
    guard fitsDisplay, let handle, let room = Self.room(onDisplay: SDL_GetWindowDisplayIndex(handle)) else {
      return size
    }
    let (width, height) = borders
    return Size(
      width: min(size.width, Double(max(1, room.width - width)) / unitsPerLogical),
      height: min(size.height, Double(max(1, room.height - height)) / unitsPerLogical))
  }

  /// The window manager puts a frame around the window some time after it opened: that too is to be on the display.
  private func keepBordersOnDisplay() {
    guard awaitsBorders, borders != (0, 0) else { return }
    awaitsBorders = false
    let fitted = fitted(size)
    if fitted != size { setSize(fitted) }
  }

  /// What the window manager's frame adds, in SDL's units; nothing where it does not tell.
  private var borders: (width: Int32, height: Int32) {
    var (top, left, bottom, right): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard let handle, SDL_GetWindowBordersSize(handle, &top, &left, &bottom, &right) == 0 else { return (0, 0) }
    return (left + right, top + bottom)
  }

  /// The part of a display that no panel takes, in SDL's units; `nil` where there is no display.
  private static func room(onDisplay display: Int32) -> (width: Int32, height: Int32)? {
    var area = SDL_Rect()
    guard !SDLVideo.isHeadless, display >= 0, SDL_GetDisplayUsableBounds(display, &area) == 0, area.w > 0, area.h > 0
    else { return nil }
    return (area.w, area.h)
  }

  package var title: String {
    get { handle.map { String(cString: SDL_GetWindowTitle($0)) } ?? "" }
    set { if let handle { SDL_SetWindowTitle(handle, newValue) } }
  }

  package var isVisible: Bool {
    get { hasFlag(SDL_WINDOW_SHOWN) }
    set {
      guard let handle, newValue != isVisible else { return }
      if newValue { SDL_ShowWindow(handle) } else { SDL_HideWindow(handle) }
    }
  }

  /// True while nobody would see a frame because the window is an icon.
  package var isMinimized: Bool { hasFlag(SDL_WINDOW_MINIMIZED) }

  private func hasFlag(_ flag: SDL_WindowFlags) -> Bool {
    handle.map { SDL_GetWindowFlags($0) & flag.rawValue != 0 } ?? false
  }

  /// Asks the window manager to put the window in front and give it the keys.
  package func raise() {
    if let handle { SDL_RaiseWindow(handle) }
  }

  /// The shape of the pointer over the window.
  package var cursor: Cursor {
    get { cursors.current }
    set { cursors.current = newValue }
  }

  /// Frames a second that the window's display shows; `nil` if the display does not say.
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
  /// From now on keys also give `InputEvent.text`, until `stopTextInput`.
  /// - Parameter rect: The caret in logical pixels; an input method opens its list beside it.
  package func startTextInput(_ rect: Rect) {
    func units(_ value: Double) -> Int32 { Int32(clamping: Int((value * unitsPerLogical).rounded())) }
    var area = SDL_Rect(x: units(rect.minX), y: units(rect.minY), w: units(rect.width), h: units(rect.height))
    SDL_SetTextInputRect(&area)
    if !isTextInputActive { SDL_StartTextInput() }
  }

  package func stopTextInput() {
    if isTextInputActive { SDL_StopTextInput() }
  }

  /// True between `startTextInput` and `stopTextInput`.
  package var isTextInputActive: Bool { SDL_IsTextInputActive() == SDL_TRUE }

  /// Tells what SDL's event means for this window, oldest first, and keeps the window's own state up to date.
  package func translate(_ event: SDL_Event, into events: inout EventQueue) {
    let formerScale = scale
    switch SDL_EventType(event.type) {
    case SDL_WINDOWEVENT:
      updateMeasure()
      keepBordersOnDisplay()
    case SDL_DROPFILE, SDL_DROPTEXT: translator.pointer = pointerOnScreen() ?? translator.pointer
    default: break
    }
    if scale != formerScale { events.append(.scaleChanged(scale)) }
    guard let translated = translator.translate(event) else { return }
    switch translated {
    case .resized, .exposed, .restored: needsEverything = true
    default: break
    }
    events.append(translated)
  }

  /// Where the pointer is, in logical pixels of the window. While something is dragged in from another program, no
  /// movements are reported, and a drop has no position of its own.
  private func pointerOnScreen() -> Point? {
    guard let handle, !SDLVideo.isHeadless else { return nil }
    var (x, y, left, top): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    SDL_GetGlobalMouseState(&x, &y)
    SDL_GetWindowPosition(handle, &left, &top)
    return Point(x: Double(x - left) / unitsPerLogical, y: Double(y - top) / unitsPerLogical)
  }
}
