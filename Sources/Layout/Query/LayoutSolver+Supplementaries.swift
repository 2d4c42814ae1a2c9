import ScrollworkGeometry

/// Looks up the declarations and measured sizes of supplementaries and decorations.
extension LayoutSolver {
  /// Returns the declaration and the id of a supplementary or decoration of the list or a section; nil if there is
  /// none, or if the element belongs to a subsection.
  private func declared(_ key: LayoutElement.Key) -> (element: DeclaredSupplementary, id: SupplementaryID)? {
    let slot = Int(key.slot)
    if key.kind == .listBoundary {
      return listBoundaries.indices.contains(slot) ? (.edge(listBoundaries[slot]), .edge(slot)) : nil
    }
    guard states.indices.contains(key.section), let template = states.template(of: key.section) else { return nil }
    switch key.kind {
    case .decoration:
      return key.item == 0 && template.decorations.indices.contains(slot)
        ? (.decoration(template.decorations[slot]), .edge(slot)) : nil
    case .badge:
      return template.badges.indices.contains(slot)
        ? (.badge(template.badges[slot]), .badge(item: key.item, slot: key.slot)) : nil
    case .header, .footer: return boundaryIndex(key, in: template).map { (.edge(template.boundaries[$0]), .edge($0)) }
    case .boundary:
      return key.item == 0 && template.boundaries.indices.contains(slot)
        ? (.edge(template.boundaries[slot]), .edge(slot)) : nil
    case .item, .listBoundary: return nil
    }
  }

  private func measuredSize(_ id: SupplementaryID, of key: LayoutElement.Key) -> SupplementarySize {
    key.kind == .listBoundary ? listBoundarySizes[id] : states.size(of: id, in: key.section)
  }

  /// Returns the arrangement that places an element; nil if the solver itself places it.
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
    while let declared = declared(key)?.element, declared.kind != kind, category != .header, category != .footer {
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
    default: properties(of: key)?.kind
    }
  }

  /// Returns which axes of an element are intrinsic, in the list's axes; neither if there is no such element.
  func intrinsicAxes(of key: LayoutElement.Key) -> (width: Bool, height: Bool) {
    let (width, height) = properties(of: key)?.intrinsicAxes ?? (false, false)
    return configuration.scrollDirection == .horizontal ? (height, width) : (width, height)
  }

  /// Returns the kind and the intrinsic axes of an element, and whether it still has to be measured; nil if there is no
  /// such element. The axes are those of the solver's plane.
  func properties(of key: LayoutElement.Key) -> ElementProperties? {
    if key.kind == .item {
      guard states.indices.contains(key.section), (0..<states.itemCount(of: key.section)).contains(key.item) else {
        return nil
      }
      if let template = states.template(of: key.section), let rows = template.rows {
        return properties(ofItem: key, template, rows)
      }
    }
    if let arranged = arrangement(placing: key) { return arranged.properties(of: key.inSection(0)) }
    guard let (declared, id) = declared(key) else { return nil }
    let (intrinsic, size) = (declared.intrinsicAxes, measuredSize(id, of: key))
    return ElementProperties(
      kind: declared.kind, intrinsicAxes: intrinsic,
      isEstimated: intrinsic.width && size.width < 0 || intrinsic.height && size.extent < 0)
  }

  private func properties(
    ofItem key: LayoutElement.Key, _ template: Template, _ rows: RowsTemplate
  ) -> ElementProperties {
    let leaf = rows.leafCount == 1 ? 0 : key.item % rows.leafCount
    let (width, height) = (rows.hasIntrinsicWidth(leaf: leaf), rows.isEstimated(leaf: leaf))
    let store = states.store(of: key.section)
    let isMeasured = store >= 0 && (width || height) && stores[Int(store)]?.rows?.isMeasured(key.item) ?? false
    return ElementProperties(
      intrinsicAxes: template.isOrthogonal ? (height, width) : (width, height),
      isEstimated: (width || height) && !isMeasured)
  }

  /// Returns whether the element has an intrinsic axis on which it was not measured yet. False for an item of a section
  /// whose layout is not resolved.
  /// - Complexity: O(log *n*)
  public func isEstimated(_ key: LayoutElement.Key) -> Bool { properties(of: key)?.isEstimated ?? false }

  /// Records or discards the measured size of a supplementary that the list or a section places.
  /// - Parameter size: The size in the plane of the solver; nil to discard the recorded one.
  /// - Returns: Whether anything moved or changed its size.
  mutating func storeSupplementary(_ size: Size?, for key: LayoutElement.Key) -> Bool {
    guard let (declared, id) = declared(key) else { return false }
    let old = measuredSize(id, of: key)
    let new = size.map { measured($0, declared.intrinsicAxes) } ?? .unmeasured
    if key.kind == .listBoundary {
      listBoundarySizes.set(new, id, of: declared)
    } else {
      states[key.section].supplementarySizes.set(new, id, of: declared)
    }
    return !declared.isSame(old, new)
  }

  /// Returns a measured size in subpixels, rounded up to device pixels. Axes that are not intrinsic stay unmeasured.
  private func measured(_ size: Size, _ intrinsic: (width: Bool, height: Bool)) -> SupplementarySize {
    func rounded(_ length: Double) -> Int32 {
      Int32(clamping: Subpixels.upToDevicePixel(length, scale: environment.scale))
    }
    return SupplementarySize(
      width: intrinsic.width ? rounded(size.width) : SectionState.none,
      extent: intrinsic.height ? rounded(size.height) : SectionState.none)
  }
}
