import ScrollworkGeometry

/// Keyboard movement between subsections.
extension NestedArrangement {
  func neighbour(of item: Int?, isDown: Bool, from x: Double, passingOver isPassedOver: (Int) -> Bool) -> Int? {
    guard let item else {
      return entry(from: isDown ? 0 : outer.contentSize.height, isDown: isDown, at: x, passingOver: isPassedOver)
    }
    guard let subsection = subsections.subsection(of: item) else { return nil }
    let start = subsections.starts[subsection]
    let own = outer.frame(of: subsection)
    let inside = subsections[subsection].neighbour(of: item - start, isDown: isDown, from: x - own.minX) {
      isPassedOver(start + $0)
    }
    if let inside { return start + inside }
    return entry(from: isDown ? own.maxY : own.minY, isDown: isDown, at: x, passingOver: isPassedOver)
  }

  /// Returns the item that takes the focus when the focus moves up or down from `y` at the horizontal position `x`. The
  /// item is in the nearest subsection that contains such an item.
  private func entry(
    from y: Double, isDown: Bool, at x: Double, passingOver isPassedOver: (Int) -> Bool
  ) -> Int? {
    var (near, far) = (0.0, 512.0)
    let whole = isDown ? outer.contentSize.height - y : y
    while near < whole {
      let strip = Rect(x: x, y: isDown ? y + near : y - far, width: 1e-6, height: far - near)
      var found: [(subsection: Int, distance: Double)] = []
      outer.forEachItem(in: strip) { subsection, frame in
        let distance = isDown ? frame.minY - y : y - frame.maxY
        if distance > -0.5, frame.minX <= x, x <= frame.maxX { found.append((subsection, distance)) }
      }
      for (subsection, _) in found.sorted(by: { $0.distance < $1.distance }) {
        let start = subsections.starts[subsection]
        guard subsections.starts[subsection + 1] > start else { continue }
        let cell = subsections[subsection].neighbour(
          of: nil, isDown: isDown, from: x - outer.frame(of: subsection).minX
        ) {
          isPassedOver(start + $0)
        }
        if let cell { return start + cell }
      }
      (near, far) = (far, far * 4)
    }
    return nil
  }
}
