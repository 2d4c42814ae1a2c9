import ScrollworkGeometry

/// Looks up the declarations and measured sizes of supplementaries and decorations.
extension LayoutSolver {
  /// Returns the declaration of a supplementary or decoration that the list or a section places; nil if there is none,
  /// or if the element belongs to a subsection.
  private func declared(_ key: LayoutElement.Key) -> DeclaredSupplementary? {
    let slot = Int(key.slot)
    if key.kind == .global { return globals.indices.contains(slot) ? .edge(globals[slot]) : nil }
    guard states.indices.contains(key.section), let template = states.template(of: key.section) else { return nil }
    switch key.kind {
    case .decoration:
      return key.item == 0 && template.decorations.indices.contains(slot)
        ? .decoration(template.decorations[slot]) : nil
    case .badge: return template.badges.indices.contains(slot) ? .badge(template.badges[slot]) : nil
    case .header, .footer: return boundaryIndex(key, in: template).map { .edge(template.boundaries[$0]) }
    case .boundary:
      return key.item == 0 && template.boundaries.indices.contains(slot) ? .edge(template.boundaries[slot]) : nil
    case .item, .global: return nil
    }
  }

  /// Returns the id of a supplementary in its section, or of a list boundary in the list.
  private func id(_ key: LayoutElement.Key) -> SupplementaryID {
    switch key.kind {
    case .badge: .badge(item: key.item, slot: key.slot)
    case .header, .footer: .edge(states.template(of: key.section).flatMap { boundaryIndex(key, in: $0) } ?? 0)
    default: .edge(Int(key.slot))
    }
  }

  private func measuredSize(_ key: LayoutElement.Key) -> SupplementarySize {
    key.kind == .global ? globalSizes[id(key)] : states.size(of: id(key), in: key.section)
  }

  /// Returns the arrangement that places an element; nil if the solver places it.
  func arrangement(placing key: LayoutElement.Key) -> (any NestingArrangement)? {
    key.isInArrangement && states.indices.contains(key.section) ? arrangement(of: key.section) : nil
  }

  /// Returns the key of the element that has the given category and kind, in a section or at an item; nil if the layout
  /// has none.
  /// - Parameter item: The host item of a badge. For decorations and boundary supplementaries, the number of a
  ///   subsection, or zero for the section itself.
  package func key(
    _ category: LayoutElement.Key.Kind, of kind: LayoutKind, section: Int, item: Int = 0
  ) -> LayoutElement.Key? {
    var key = LayoutElement.Key(kind: category, section: section, item: item)
    if let arranged = arrangement(placing: key) {
      return arranged.key(of: kind, beside: key.inSection(0))?.inSection(section)
    }
    if category == .header || category == .footer { key.item = 0 }
    while let declared = declared(key), declared.kind != kind, category != .header, category != .footer {
      key.slot += 1
    }
    return declared(key) == nil ? nil : key
  }

  /// Returns the declared kind of a supplementary or decoration; nil for items.
  package func kind(of key: LayoutElement.Key) -> LayoutKind? {
    switch key.kind {
    case .item: nil
    case .header: .header
    case .footer: .footer
    default: arrangement(placing: key).map { $0.kind(of: key.inSection(0)) } ?? declared(key)?.kind
    }
  }

  /// Returns which axes of an element are intrinsic, in the list's axes; neither if there is no such element.
  func intrinsicAxes(of key: LayoutElement.Key) -> (width: Bool, height: Bool) {
    let free = innerAxes(of: key)
    return configuration.scrollDirection == .horizontal ? (free.height, free.width) : free
  }

  private func innerAxes(of key: LayoutElement.Key) -> (width: Bool, height: Bool) {
    if key.kind == .item,
      !states.indices.contains(key.section) || !(0..<states.itemCount(of: key.section)).contains(key.item)
    {
      return (false, false)
    }
    if key.kind == .item, let template = states.template(of: key.section), let rows = template.rows {
      let leaf = rows.leafCount == 1 ? 0 : key.item % rows.leafCount
      let (width, height) = (rows.isFreeWidth(leaf: leaf), rows.isEstimated(leaf: leaf))
      return template.isOrthogonal ? (height, width) : (width, height)
    }
    if let arranged = arrangement(placing: key) { return arranged.intrinsicAxes(of: key.inSection(0)) }
    return key.kind == .item ? (false, false) : declared(key)?.intrinsicAxes ?? (false, false)
  }

  /// Returns whether the element has an intrinsic axis on which it was not measured yet. False for an item of a section
  /// whose layout is not resolved.
  /// - Complexity: O(log *n*)
  public func isEstimated(_ key: LayoutElement.Key) -> Bool {
    let free = innerAxes(of: key)
    guard free.width || free.height else { return false }
    if let arranged = arrangement(placing: key) { return !arranged.isMeasured(key.inSection(0)) }
    guard key.kind == .item else {
      let size = measuredSize(key)
      return free.width && size.width < 0 || free.height && size.extent < 0
    }
    let store = states.store(of: key.section)
    return store < 0 || !(stores[Int(store)]?.rows?.isMeasured(key.item) ?? false)
  }

  /// Records or discards the measured size of a supplementary that the list or a section places.
  /// - Parameter size: The size in the plane of the solver; nil to discard the recorded one.
  /// - Returns: Whether anything moved or changed its size.
  mutating func storeSupplementary(_ size: Size?, for key: LayoutElement.Key) -> Bool {
    guard let declared = declared(key) else { return false }
    let (id, old) = (id(key), measuredSize(key))
    let new = size.map { measured($0, declared.intrinsicAxes) } ?? .unmeasured
    if key.kind == .global {
      globalSizes.set(new, id, of: declared)
    } else {
      states[key.section].supplementarySizes.set(new, id, of: declared)
    }
    return !declared.isSame(old, new)
  }

  /// Returns a measured size in subpixels, rounded up to device pixels; unmeasured on axes that are not intrinsic.
  private func measured(_ size: Size, _ free: (width: Bool, height: Bool)) -> SupplementarySize {
    func rounded(_ length: Double) -> Int32 {
      Int32(clamping: Subpixels.upToDevicePixel(length, scale: environment.scale))
    }
    return SupplementarySize(
      width: free.width ? rounded(size.width) : SectionState.none,
      extent: free.height ? rounded(size.height) : SectionState.none)
  }
}
