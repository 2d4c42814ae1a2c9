import Scrollwork

/// The factory methods for layouts, which take any number of cells.
extension LayoutPicture {
  static let factories = [
    vertical, verticalGrid, horizontal,
    LayoutPicture(
      name: "list-with-separators",
      parts: [
        PicturePart("a", 40, .list(rowHeight: .absolute(44), separator: LayoutSeparator(leadingInset: 16)))
      ], length: 1_760, frames: ["a0": box(0, 0, 375, 44), "a1": box(0, 44, 375, 44)]),
    LayoutPicture(
      name: "table",
      parts: [
        PicturePart(
          "a", 60,
          .table(
            columns: [.fixed(120), .flexible(), .fixed(80)], rowHeight: .absolute(28), columnSpacing: 1, rowSpacing: 1))
      ], length: 579,
      frames: [
        "a0": box(0, 0, 120, 28), "a1": box(121, 0, 173, 28), "a2": box(295, 0, 80, 28), "a3": box(0, 29, 120, 28),
      ]),
    LayoutPicture(
      name: "list-of-a-million",
      parts: [PicturePart("a", 1_000_000, .list(rowHeight: 44))], offset: 20_000_010, length: 44_000_000,
      // Offset 20,000,010 is 30 below the start of row 454,545, as rows are 44 tall.
      frames: ["a454545": box(0, -30, 375, 44), "a454560": box(0, 630, 375, 44)]),
  ]

  private static let vertical = LayoutPicture(
    name: "vertical",
    parts: [
      PicturePart("a", 30, .vertical(spacing: 10).insets(Insets(16)).headerPinToVisibleBounds())
        .heights { Double(40 + $0 % 3 * 20) }.titled("A")
    ],
    frames: [
      "A": box(16, 0, 343, 44), "a0": box(16, 60, 343, 40), "a1": box(16, 110, 343, 60), "a2": box(16, 180, 343, 80),
      "a3": box(16, 270, 343, 40),
    ])

  private static let verticalGrid = LayoutPicture(
    name: "vertical-grid",
    parts: [
      PicturePart(
        "a", 40, .verticalGrid(numberOfItemsInRow: 3, itemSpacing: 8, lineSpacing: 12).insets(Insets(12))
      ).heights { Double(40 + $0 % 4 * 20) }
    ],
    frames: [
      "a0": box(12, 12, 112, 40), "a1": box(132, 12, 111, 60), "a2": box(251, 12, 112, 80),
      "a3": box(12, 104, 112, 100),
    ])

  private static let horizontal = LayoutPicture(
    name: "horizontal",
    parts: ["a", "b", "c"].map { name in
      PicturePart(name, 20, .horizontal(spacing: 8, scrollingBehavior: .continuous))
        .wanting { Size(width: Double(80 + $0 % 3 * 20), height: Double(50 + $0 % 2 * 10)) }
    },
    frames: [
      "a0": box(0, 0, 80, 50), "a1": box(88, 0, 100, 60), "a2": box(196, 0, 120, 50), "b0": box(0, 60, 80, 50),
    ])
}
