import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

extension UpdatePlan {
  /// Renders everything into the content views that are there.
  static var whole: UpdatePlan { UpdatePlan(strategy: .animatedBatchUpdates) }
}

/// Rendering of bound items after an update.
extension BindPass {
  /// The duration of a crossfade, in seconds, and where the user asked for less motion.
  private static let crossfade = 0.14
  private static let reducedCrossfade = 0.1

  /// Renders all bound items as the newest list has them; whatever the plan, they call the newest handlers.
  static func renderAll(
    _ items: inout ItemStore, _ plan: UpdatePlan, _ layout: borrowing LayoutState, _ input: BindInput
  ) {
    for index in items.bound.indices {
      items.bound[index] = render(items.bound[index], plan, &items, layout, input)
    }
    input.binder.applyMeasureRequests(to: items.bound)
  }

  /// Renders an item as the newest list has it.
  ///
  /// A component with another reuse identifier gets another content view, with the same frame and velocity.
  /// - Returns: The item that shows the row now.
  static func render(
    _ item: BoundItem, _ plan: UpdatePlan, _ items: inout ItemStore, _ layout: borrowing LayoutState,
    _ input: BindInput
  ) -> BoundItem {
    let row = input.list.row(for: item.key, in: layout.solver) ?? .nothing
    let old = item.row.component
    guard old.reuseIdentifier == row.component.reuseIdentifier else {
      let new = standIn(for: item, row, &items, input)
      items.release(item, input.binder)
      input.binder.startDisplay(of: new, in: input.list)
      return new
    }
    let hasChanged = old.shouldContentUpdate(with: row.component)
    if hasChanged, plan.replacesChangedContents, !input.binder.hasFocus(item) {
      return replace(item, by: row, plan, &items, input)
    }
    item.row = row
    item.setHighlight(input.list.highlight(of: item.key))
    if hasChanged {
      item.measuredWidth = nil
      items.markChange(of: item, input)
    }
    defer { item.animator = input.animator(for: item) }
    guard plan.rendering == .all || plan.rendering == .changed && hasChanged else { return item }
    guard old.shouldRender(next: row.component, in: item.content) else { return item }
    input.binder.render(item)
    input.binder.layOut(item)
    return item
  }

  /// Returns another item with the frame, motion and state of one.
  static func standIn(
    for item: BoundItem, _ row: Row, _ items: inout ItemStore, _ input: BindInput
  ) -> BoundItem {
    let new = make(item.key, row, &items, input)
    new.takePlace(of: item)
    input.binder.layOut(new)
    return new
  }

  /// Gives an item that changed another content view, which takes the place of the old one as the plan's style says.
  private static func replace(
    _ item: BoundItem, by row: Row, _ plan: UpdatePlan, _ items: inout ItemStore, _ input: BindInput
  ) -> BoundItem {
    let wanted = item.key.kind == .item ? plan.cellReplacement : plan.supplementaryReplacement
    let style = plan.strategy == .animatedBatchUpdates ? wanted : .none
    let (travels, now, origin) = (input.binder.animatesMotion, input.now, input.viewport.origin)
    let place = item.departure ?? item.presented(inViewAt: origin)
    let part = item.departure == nil ? item.seenPart?.offset(by: -origin) : item.departureClip
    let copy = standIn(for: item, row, &items, input)
    input.binder.startDisplay(of: copy, in: input.list)
    items.markChange(of: copy, input)
    let seconds = travels ? Self.crossfade : Self.reducedCrossfade
    guard style != .none, item.isPlainlyVisible(at: now) else {
      items.release(item, input.binder)
      if style != .none { copy.appear(for: seconds, at: now) }
      return copy
    }
    item.stopTravelling()
    items.exit(item, byCrossfadeAt: place, clip: part, for: seconds, FadeInput(now: now, origin: origin))
    guard style != .fade, travels else {
      copy.appear(for: seconds, at: now)
      return copy
    }
    let animator = RowAnimator(style)
    let context = copy.animationContext(at: place, in: input.viewport.size)
    (copy.departure, copy.seenBefore) = (nil, nil)
    copy.come(by: animator.insert(context), at: now)
    item.go(by: animator.delete(context), at: now)
    return copy
  }
}

/// The time and the viewport's origin of a crossfade.
struct FadeInput {
  let now: Instant
  /// In content coordinates.
  let origin: Point
}

extension ItemStore {
  /// Lets an item exit by fading out where it was, while another content view shows the same item elsewhere.
  ///
  /// It fades out as long as it faded in. So each copy of an item was visible longer than all later ones together, and
  /// however many updates come at once, an item is visible in four places at most.
  /// - Parameters:
  ///   - place: The frame where it fades out, in the viewport.
  ///   - part: The part of the viewport in which it is visible; `nil` for all.
  mutating func exit(
    _ item: BoundItem, byCrossfadeAt place: Rect, clip part: Rect?, for seconds: Double, _ input: FadeInput
  ) {
    item.isExiting = true
    item.isCrossfadeCopy = true
    item.seenBefore = nil
    item.target.origin = place.origin + input.origin
    item.clip = part?.offset(by: -place.origin)
    let wayBack = 1 - power(max(0, 1 - item.alpha.value(at: input.now)), 1 / 3)
    item.alpha.go(to: 0, at: input.now, for: seconds * wayBack)
    exiting.append(item)
  }

  /// Starts the change mark of a cell whose content changed, if its section marks changes.
  mutating func markChange(of item: BoundItem, _ input: BindInput) {
    guard item.key.kind == .item, input.list.sections[item.key.section].marksChanges,
      let policy = input.binder.host?.environment.motion, policy != .off
    else { return }
    item.startChangeMark(at: input.now)
    hasNewChangeMarks = true
  }
}

extension BoundItem {
  /// Whether the item is more than a faint beginning of a fade: less was visible for under a sixtieth of a second, and
  /// leaves nothing behind.
  func isPlainlyVisible(at now: Instant) -> Bool { alpha.value(at: now) > 0.4 }

  /// Fades in from nothing where it is.
  func appear(for seconds: Double, at now: Instant) {
    seenBefore = nil
    alpha = Fade(0)
    alpha.go(to: 1, at: now, for: seconds)
  }

  /// Sets how it shows that it is hovered, pressed or selected.
  func setHighlight(_ new: CellHighlight) {
    guard new != highlight else { return }
    highlight = new
    group.isDirty = true
  }

  /// Returns the animator of the item: that of its content view, its cell or its section, else `other`.
  func animator(in list: List, else other: (any Animator)?) -> (any Animator)? {
    if let own = content.collectionAnimator ?? row.handlers?.animator { return own }
    let section = list.sections.indices.contains(key.section) ? list.sections[key.section].animator : nil
    return section ?? other
  }

  /// Returns the facts that an animator needs of the item.
  /// - Parameter frame: In the viewport.
  func animationContext(
    at frame: Rect, in viewport: Size, order: Int = 0, isSectionChange: Bool = false
  ) -> AnimationContext {
    AnimationContext(
      frame: frame, viewport: viewport, order: order, isSectionChange: isSectionChange, isTile: highlight == .tile)
  }
}
