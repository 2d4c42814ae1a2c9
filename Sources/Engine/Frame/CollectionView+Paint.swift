import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

extension CollectionView {
  /// Emits one group for each presented item, lowest first: what leaves, what stays, what is pinned.
  func runPaintPass(_ context: FrameContext) {
    host?.withoutRequestingFrames { refreshStates(context) }
    for item in leaving { emit(item, context) }
    var level = realised.lazy.map(\.zIndex).min()
    while let current = level {
      level = emit(level: current, context)
    }
  }

  /// Emits what has one z-index, what is pinned last.
  /// - Returns: The next higher z-index that something has.
  private func emit(level: Int, _ context: FrameContext) -> Int? {
    var next: Int?
    var hasPinned = false
    // What fades in comes in below what was there and is on its way.
    var hasFading = false
    if isMoving {
      for item in realised where item.zIndex == level && !item.isPinned && item.isFading(at: context.now) {
        hasFading = true
        emit(item, context)
      }
    }
    for item in realised {
      if item.zIndex > level {
        next = min(next ?? .max, item.zIndex)
      } else if item.zIndex == level {
        if item.isPinned {
          hasPinned = true
        } else if !hasFading || !item.isFading(at: context.now) {
          emit(item, context)
        }
      }
    }
    guard hasPinned else { return next }
    for item in realised where item.isPinned && item.zIndex == level { emit(item, context) }
    return next
  }

  private func emit(_ item: RealisedItem, _ context: FrameContext) {
    let presented = item.presented(inViewAt: presentedOffset)
    let frame = Rect(origin: presented.origin, size: item.target.size)
    if let before = item.seenBefore {
      // What the person scrolls meanwhile is no step.
      let expected = before - Point(x: 0, y: transition?.seenScrolling ?? 0)
      metrics.step = max(metrics.step, frame.origin.distance(to: expected))
      item.seenBefore = nil
    }
    let environment = context.environment
    // What is placed and laid out here is seen in this frame.
    host?.withoutRequestingFrames {
      // Hits go where the item will be, not where it passes by.
      item.content.setOrigin(item.target.origin + item.contentOrigin - Point(x: 0, y: presentedOffset))
      guard item.generation != context.generation else { return }
      item.generation = context.generation
      item.content.setNeedsLayoutInTree()
    }
    item.group.update(scale: environment.scale, generation: context.generation) { canvas in
      host?.withoutRequestingFrames { item.content.layoutIfNeeded(environment: environment) }
      record(item, into: canvas, environment)
    }
    let look = appearance(of: item, at: frame)
    let placed = frame.offset(by: context.origin + look.offset)
    guard placed.intersects(context.clip) || item.hasOutsets else { return }
    // On its way to another height it shows as much of itself as it has room for by now.
    let clip = item.dh.value == 0 ? context.clip : context.clip.intersection(presented.offset(by: context.origin))
    context.groups.append(
      DrawGroup(
        id: item.group.id, version: item.group.version, frame: placed, outsets: item.content.drawingOutsets,
        alpha: item.alpha.value(at: context.now) * context.alpha * look.alpha, scale: item.scale.value * look.scale,
        clip: clip,
        isOpaque: item.isOpaque, background: needsGround(item) ? environment.theme.colors.surface : nil,
        canvas: item.group.canvas))
    if item.content.emitsGroups { emitGroups(of: item, in: placed, context) }
  }

  /// What moves or blinks by itself in a cell goes and fades with it.
  private func emitGroups(of item: RealisedItem, in cell: Rect, _ context: FrameContext) {
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

  /// Lines pass over each other on their way: without a ground they would be printed over each other.
  private func needsGround(_ item: RealisedItem) -> Bool {
    item.isPinned || (isMoving && item.highlight == .line && !item.isLeaving)
  }

  private func record(_ item: RealisedItem, into canvas: Canvas, _ environment: Environment) {
    let bounds = Rect(origin: .zero, size: item.target.size)
    let painter = HighlightPainter(theme: environment.theme, state: item.state, bounds: bounds)
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
    let showsFocus = isFocused && (host?.isFocusVisible ?? false)
    for item in realised {
      guard let path = item.key.path else { continue }
      var state = CellState()
      state.isActive = isActive
      state.isHovered = path == hoveredPath
      state.isPressed = path == pressedPath
      state.isFocused = showsFocus && path == focusedPath
      if !selection.isEmpty, selection.contains(path) {
        state.isSelected = true
        state.joinsPrevious = path.item > 0 && selection.contains(.init(section: path.section, item: path.item - 1))
        state.joinsNext = selection.contains(.init(section: path.section, item: path.item + 1))
      }
      item.setState(state)
    }
  }
}

extension RealisedItem {
  fileprivate var isOpaque: Bool {
    content.background?.alpha == 255 && contentOrigin == .zero && content.frame.size == target.size
  }

  fileprivate func isFading(at now: Instant) -> Bool { !alpha.isAtRest(at: now) }

  fileprivate var hasOutsets: Bool { content.drawingOutsets != .zero }
}
