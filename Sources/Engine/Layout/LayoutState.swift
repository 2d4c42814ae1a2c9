import ScrollworkDiffing
package import ScrollworkGeometry
package import ScrollworkHostInterface
package import ScrollworkLayout

/// The layout of the list that is shown.
package struct LayoutState: ~Copyable {
  /// Makes the layout of an empty list.
  package init(_ activity: LayoutActivity = LayoutActivity()) { self.activity = activity }

  private let activity: LayoutActivity
  /// The solver that places all elements, lazily.
  package private(set) var solver = LayoutSolver()
  /// The size of the view, in logical pixels.
  package private(set) var size = Size.zero
  /// The environment that the list is laid out for; `nil` before the first frame.
  package private(set) var environment: LayoutEnvironment?
  /// The content insets of the view, with which the next frame lays the list out.
  package private(set) var insets = AnimatedInsets()
  /// The width that the view's own controls take at its right edge, in logical pixels. It applies from the next frame.
  package private(set) var controlRoom = 0.0
  /// Whether everything must be laid out and measured again.
  package private(set) var isStale = false
  /// Whether the environment changed in this frame.
  package private(set) var hasNewEnvironment = false
  /// Whether a change of the environment in this frame moves items to their new frames by animation.
  package private(set) var animatesResize = false
  /// Whether an element moved in this frame other than by scrolling.
  package private(set) var isRearranged = false
  /// The generation of the list in the last frame that had estimated section extents to resolve.
  private var resolvedGeneration = 0
  /// The elements of the last query; kept between frames so that a query allocates nothing.
  package private(set) var visible: [LayoutElement] = []
  /// The nested scroll containers that the last call of `findContainers(in:)` found.
  package private(set) var visibleContainers: [ScrollContainerID] = []

  /// Applies `change` to the solver. Section providers and layouts of the program may run meanwhile.
  private mutating func layOut<Result>(_ change: (inout LayoutSolver) -> Result) -> Result {
    activity.layOut { change(&solver) }
  }

  // MARK: The whole layout

  /// Stores the size of the view. The next frame lays the list out for this size.
  package mutating func resize(to size: Size) { self.size = size }

  /// Makes a resize in this frame or the next one move items to their new frames by animation.
  package mutating func animateResize() { animatesResize = true }

  /// Changes the content insets, by a spring or at once. The next frames lay the list out for them.
  package mutating func changeInsets(to insets: Insets, animated: Bool) {
    self.insets.go(to: insets, animated: animated)
  }

  /// Stores the width that the view's own controls take at its right edge, in logical pixels.
  package mutating func leaveRoom(_ room: Double) { controlRoom = room }

  /// Advances the motion of the content insets to the time of a frame.
  /// - Parameter animates: Whether changes are animated; `false` ends the motion at its target.
  package mutating func advanceInsets(to now: Instant, animates: Bool) {
    if animates { insets.advance(to: now) } else { insets.finish() }
  }

  /// Requests that the next frame lays out and measures everything again.
  package mutating func setNeedsLayout() { isStale = true }

  /// Lays the list out for another environment.
  /// - Parameter sections: The sections whose layouts are resolved at once instead of when they come near the viewport.
  package mutating func change(to environment: LayoutEnvironment, resolving sections: Set<Int>) {
    isStale = false
    self.environment = environment
    layOut { $0.setEnvironment(environment, seen: sections) }
    hasNewEnvironment = true
  }

  /// Lays out a list without regard to the previous list.
  /// - Returns: Whether the configuration changed, for example the scroll direction.
  /// - Complexity: O(*s*) in the number of sections.
  @discardableResult
  package mutating func reload(_ list: List, environment: LayoutEnvironment) -> Bool {
    let isOther = !list.configuration.isSame(as: solver.configuration)
    layOut {
      if isOther { $0 = LayoutSolver(environment: environment, configuration: list.configuration) }
      $0.reload(list.solverInputs, environment: environment)
    }
    return isOther
  }

  /// Lays out the new list of an update. Measured sizes stay with their items.
  /// - Parameter sections: The sections, by their positions in the old list, whose layouts are resolved again at once.
  package mutating func follow(_ update: UpdateTransaction, _ list: List, resolving sections: Set<Int>) {
    isRearranged = true
    layOut {
      $0.update(list.solverInputs, mapping: update.mapping, seen: sections) { subsection, before, section in
        list.sections[section].number(ofSubsection: subsection, from: update.oldList.sections[before])
      }
    }
    guard !list.configuration.isSame(as: solver.configuration) else { return }
    layOut {
      $0 = $0.configured(list.configuration, seen: Set(sections.compactMap(update.mapping.sections.newPosition)))
    }
  }

  /// Records that an element moved in this frame other than by scrolling.
  package mutating func markRearranged() { isRearranged = true }

  /// Ends the frame: forgets that elements moved in it or that the environment changed.
  package mutating func finishFrame() { (isRearranged, hasNewEnvironment, animatesResize) = (false, false, false) }

  // MARK: Sections and elements

  /// Resolves the layouts of the section and subsections around an item.
  /// - Returns: Whether any element moved.
  mutating func resolve(around path: ElementPath) -> Bool { layOut { $0.resolve(path) } }

  /// Resolves the layout of a section.
  /// - Returns: Whether any element moved.
  mutating func resolve(section: Int) -> Bool { layOut { $0.resolve(section) } }

  /// Resolves the layouts of sections near the viewport, and of the given sections.
  /// - Returns: Whether any element moved.
  mutating func prepare(in viewport: Rect, and sections: [Int?]) -> Bool {
    layOut { $0.prepare(in: viewport, and: sections) }
  }

  /// Records that a frame shows a list that still has estimated section extents.
  /// - Parameter generation: The generation of the list.
  /// - Returns: Whether the previous such frame had another generation, so that the list is new.
  mutating func beginResolving(_ generation: Int) -> Bool {
    defer { resolvedGeneration = generation }
    return resolvedGeneration != generation
  }

  /// Resolves some estimated extents of sections.
  /// - Parameter work: The limit of the work: a section whose layout is known costs 1, resolving a layout costs 10.
  /// - Returns: Whether any element moved.
  mutating func resolvePending(work: Int) -> Bool { layOut { $0.resolvePending(work: work) } }

  /// Records the measured size of an element.
  /// - Returns: Whether any element moved.
  package mutating func record(_ size: Size, of key: LayoutElement.Key) -> Bool {
    layOut { solver in solver.setMeasured(size, for: key) }
  }

  /// Sets the estimate for a section's unmeasured items to the mean of the measured extents.
  /// - Parameters:
  ///   - tolerance: The largest difference between mean and estimate that is ignored, as a fraction of the estimate.
  ///   - minimumCount: The number of measured items below which the estimate stays as it is.
  mutating func adoptMeanEstimate(of section: Int, tolerance: Double, minimumCount: Int) {
    layOut { _ = $0.adoptMeanEstimate(section, tolerance: tolerance, minimumCount: minimumCount) }
  }

  /// Scrolls a nested scroll container to an offset, in logical pixels from its leading end.
  /// - Returns: Whether the offset changed.
  @discardableResult
  package mutating func scroll(_ container: ScrollContainerID, to offset: Double) -> Bool {
    layOut { $0.setCrossOffset(offset, of: container) }
  }

  /// Returns the problems of the layouts that were resolved since the last call.
  mutating func takeProblems() -> [(problem: LayoutProblem, section: Int?)] { solver.takeProblems() }

  // MARK: Queries

  /// Finds the nested scroll containers that intersect `rect`, in the sections of `visible`. The result is in
  /// `visibleContainers`.
  package mutating func findContainers(in rect: Rect) {
    visibleContainers.removeAll(keepingCapacity: true)
    var last = -1
    // A closure must not change a member while the solver is read, so the buffer is moved out and back: no copy, no
    // allocation.
    var found = visibleContainers
    visibleContainers = []
    activity.layOut {
      // Reading order keeps the elements of a section together, so each section is asked once.
      for element in visible where element.key.section != last {
        last = element.key.section
        guard last >= 0 else { continue }
        solver.forEachScrollContainer(inSection: last, rect) { container, _ in found.append(container) }
      }
    }
    visibleContainers = found
  }

  /// Finds the elements that intersect `rect`, in reading order. The result is in `visible`.
  /// - Parameters:
  ///   - rect: The query rect, in content coordinates.
  ///   - viewport: The visible rectangle, at whose edges pinned elements stay.
  /// - Complexity: O(log *n* + *k*) for *n* items and *k* elements found.
  package mutating func findElements(in rect: Rect, pinnedIn viewport: Rect) {
    activity.layOut { solver.elements(in: rect, pinnedIn: viewport, into: &visible) }
  }
}

extension LayoutConfiguration {
  /// Whether two configurations are equal. A spacing that is not a number, which equals nothing, counts as equal to
  /// another such spacing: otherwise each update would configure the layout anew.
  fileprivate func isSame(as other: LayoutConfiguration) -> Bool {
    guard interSectionSpacing.isNaN, other.interSectionSpacing.isNaN else { return self == other }
    var (first, second) = (self, other)
    (first.interSectionSpacing, second.interSectionSpacing) = (0, 0)
    return first == second
  }
}

/// A flag that is set while the layout is changed or queried. Section providers and layouts of the program may run
/// meanwhile.
///
/// While it is set, the layout is in exclusive use, so neither the program nor the engine can read from it, not even a
/// flag stored in it. So the flag is in this object, which the engine and the layout share.
package final class LayoutActivity {
  package init() {}

  private(set) var isLayingOut = false

  /// Sets the flag and runs `body`. Section providers and layouts of the program may run meanwhile.
  func layOut<Result>(_ body: () -> Result) -> Result {
    let isNested = isLayingOut
    isLayingOut = true
    defer { isLayingOut = isNested }
    return body()
  }
}
