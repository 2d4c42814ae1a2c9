import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

extension ListEngine {
  /// Emits one group for each presented item, lowest first; of the same level first what leaves.
  func runPaintPass(_ context: FrameContext) {
    host?.withoutRequestingFrames { refreshStates(context) }
    paint.backdrop = motion.isRunning ? groundOfRows(context) : nil
    orderArrivals(context)
    var level = lowestLevel
    fitPinEffects(context)
    while let current = level {
      emitPinShadows(below: current, context)
      level = emit(level: current, context)
    }
  }

  private var lowestLevel: Int? {
    var lowest: Int?
    for item in items.exiting { lowest = min(lowest ?? .max, item.drawOrder) }
    for item in items.bound { lowest = min(lowest ?? .max, item.drawOrder) }
    return lowest
  }

  /// Emits what has one place in the order of drawing.
  /// - Returns: The next higher one that something has.
  private func emit(level: Int, _ context: FrameContext) -> Int? {
    var next = Int.max
    for item in items.exiting {
      if item.drawOrder > level { next = min(next, item.drawOrder) }
      if item.drawOrder == level { emit(item, context) }
    }
    for item in items.bound where item.drawOrder == level && item.liesBelow { emit(item, context) }
    for item in items.bound {
      if item.drawOrder > level {
        next = min(next, item.drawOrder)
      } else if item.drawOrder == level, !item.liesBelow {
        emit(item, context)
      }
    }
    return next == .max ? nil : next
  }

  /// What fades in comes in below what was there and is on its way, and stays there until nothing moves.
  private func orderArrivals(_ context: FrameContext) {
    for item in items.bound {
      item.liesBelow = motion.isRunning && (item.liesBelow || item.isFading(at: context.now))
    }
  }

  /// How an item is seen in this frame.
  struct Look {
    /// In coordinates of the view.
    var frame: Rect
    var alpha: Double
    /// About the frame's centre.
    var scale: Double
  }

  func look(of item: BoundItem, at now: Instant) -> Look {
    if let hostItem = item.hostItem { return look(of: item, carriedBy: hostItem, at: now) }
    let presented = item.presented(inViewAt: scroll.presentedOrigin)
    let size = item.key.kind == .decoration ? presented.size : item.target.size
    let frame = Rect(origin: presented.origin, size: size)
    let own = appearance(of: item, at: frame)
    var look = Look(
      frame: frame.offset(by: own.offset), alpha: item.alpha.value(at: now) * own.alpha,
      scale: item.scale.value * own.scale)
    if let handled = item.attributeOverride { look.change(by: handled) }
    return look
  }

  /// A badge moves, fades and grows as one with its host.
  private func look(of item: BoundItem, carriedBy hostItem: BoundItem, at now: Instant) -> Look {
    var look = look(of: hostItem, at: now)
    let away = item.target.center - hostItem.target.center
    let center = look.frame.center + Point(x: away.x * look.scale, y: away.y * look.scale)
    look.frame = Rect(origin: center, size: .zero).centered(item.target.size)
    if look.scale == 1 {
      // Exactly, without what halves of sizes do to pixels.
      look.frame.origin = item.target.origin - hostItem.target.origin + self.look(of: hostItem, at: now).frame.origin
    }
    if let handled = item.attributeOverride { look.change(by: handled) }
    return look
  }

  /// What scrolls in a section is seen between the sides of that; a badge as its host.
  private func emit(_ item: BoundItem, _ context: FrameContext) {
    let part = (item.hostItem ?? item).fliesFreely ? nil : item.seenPart
    context.clipped(to: part?.offset(by: -scroll.presentedOrigin)) { emitClipped(item, context) }
  }

  private func emitClipped(_ item: BoundItem, _ context: FrameContext) {
    let look = look(of: item, at: context.now)
    recordStep(of: item)
    if item.measuredWidth != nil { item.isEntering = false }
    let environment = context.environment
    // What is placed and laid out here is seen in this frame.
    host?.withoutRequestingFrames {
      // Hits go where the item will be, not where it passes by.
      item.content.setOrigin(item.target.origin + item.contentOrigin - scroll.presentedOrigin)
      if item.laidOutSize != look.frame.size, item.attributeOverride != nil || item.key.kind == .decoration {
        binder.layOut(item, in: look.frame.size)
      }
      guard item.generation != context.generation else { return }
      item.generation = context.generation
      item.content.setNeedsLayoutInTree()
    }
    item.group.update(scale: environment.scale, generation: context.generation) { canvas in
      host?.withoutRequestingFrames { item.content.layoutIfNeeded(environment: environment) }
      record(item, into: canvas, environment)
    }
    if item.attributeOverride?.isHidden ?? false { return }
    let placed = look.frame.offset(by: context.origin)
    guard placed.intersects(context.clip) || item.hasOutsets else { return }
    context.groups.append(
      DrawGroup(
        id: item.group.id, version: item.group.version, frame: placed, outsets: item.content.drawingOutsets,
        alpha: look.alpha * context.alpha, scale: look.scale, clip: clip(of: item, context),
        isOpaque: item.isOpaque, background: cover(of: item, environment),
        canvas: item.group.canvas))
    if item.content.emitsGroups { emitGroups(of: item, in: placed, context) }
    emitPinLine(of: item, look, context)
  }

  /// On its way to another size an item shows as much of itself as it has room for by now.
  private func clip(of item: BoundItem, _ context: FrameContext) -> Rect {
    if item.dw.value == 0, item.dh.value == 0 { return context.clip }
    return context.clip.intersection(item.presented(inViewAt: scroll.presentedOrigin).offset(by: context.origin))
  }

  private func recordStep(of item: BoundItem) {
    guard let before = item.seenBefore else { return }
    // What the person scrolls meanwhile is no step.
    let expected = before - (motion.update?.scrolling(of: item.key, in: layout) ?? .zero)
    let presented = item.presented(inViewAt: scroll.presentedOrigin).origin
    outbox.metrics.step = max(outbox.metrics.step, presented.distance(to: expected))
    item.seenBefore = nil
  }

  /// For what is kept in sight and spans the list, and for rows that pass over each other: what is below is not to shine
  /// through.
  private func cover(of item: BoundItem, _ environment: Environment) -> Color? {
    guard item.isPinned else { return item.highlight.covers ? paint.backdrop : nil }
    return hidesContent(item) ? environment.theme.colors.surface : nil
  }

  /// What rows are seen upon; `nil` where sections have grounds of their own, which rows in motion must not hide.
  private func groundOfRows(_ context: FrameContext) -> Color? {
    func isGround(_ item: BoundItem) -> Bool { item.key.kind == .decoration }
    if items.bound.contains(where: isGround) || items.exiting.contains(where: isGround) { return nil }
    var ancestor: View? = view
    while let current = ancestor {
      if let background = current.background { return background }
      ancestor = current.parent
    }
    return context.environment.theme.colors.surface
  }

  /// What moves or blinks by itself in a cell goes and fades with it.
  private func emitGroups(of item: BoundItem, in cell: Rect, _ context: FrameContext) {
    let outer = context.alpha
    context.alpha *= item.alpha.value(at: context.now)
    let frame = Rect(origin: cell.origin + item.contentOrigin - context.origin, size: item.content.frame.size)
    context.descend(to: frame, clips: item.content.clipsToBounds) {
      if item.content.isComposited {
        item.content.layoutIfNeeded(environment: context.environment)
        item.content.emit(into: context)
      } else {
        item.content.emitCompositedChildren(into: context)
      }
    }
    context.alpha = outer
  }

  private func record(_ item: BoundItem, into canvas: Canvas, _ environment: Environment) {
    let bounds = Rect(origin: .zero, size: item.target.size)
    let painter = HighlightPainter(
      theme: environment.theme, state: item.state, bounds: bounds, changeMark: item.shownChangeMark)
    painter.drawBelow(item.highlight, in: canvas)
    if !item.content.isComposited {
      canvas.translated(by: item.contentOrigin) {
        item.content.record(into: canvas, environment: environment)
      }
    }
    painter.drawAbove(item.highlight, in: canvas)
  }

  /// Gives each item its state: what is selected, focused, under the pointer.
  private func refreshStates(_ context: FrameContext) {
    let isActive = context.environment.isActive
    for item in items.exiting where item.state.isHovered {
      var state = item.state
      state.isHovered = false
      item.setState(state)
    }
    let showsFocus = view?.isFocused == true && (host?.isFocusVisible ?? false)
    for item in items.bound {
      guard let path = item.key.path else { continue }
      var state = CellState()
      state.isActive = isActive
      state.isHovered = path == interaction.hovered
      state.isPressed = path == interaction.pressed
      state.isFocused = showsFocus && path == interaction.focused
      if !interaction.selection.isEmpty, interaction.selection.contains(path) {
        state.isSelected = true
        state.joinsPrevious =
          path.item > 0 && interaction.selection.contains(.init(section: path.section, item: path.item - 1))
        state.joinsNext = interaction.selection.contains(.init(section: path.section, item: path.item + 1))
      }
      item.setState(state)
    }
  }
}

extension ListEngine.Look {
  fileprivate mutating func change(by handled: AttributeOverride) {
    frame = frame.offset(by: handled.offset)
    if handled.size != frame.size { frame = frame.centered(handled.size) }
    alpha *= handled.alpha
    scale *= handled.scale
  }
}

extension BoundItem {
  fileprivate var isOpaque: Bool {
    content.background?.alpha == 255 && contentOrigin == .zero && content.frame.size == target.size
  }

  fileprivate func isFading(at now: Instant) -> Bool { !alpha.isAtRest(at: now) }

  fileprivate var hasOutsets: Bool { content.drawingOutsets != .zero }
}
