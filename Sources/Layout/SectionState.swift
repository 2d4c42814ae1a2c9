/// What the solver remembers of one section: small, because there may be a hundred thousand.
struct SectionState: Sendable {
  /// No section has more rows than this.
  private static let mostRows = 1 << 40
  /// No height was measured.
  static let none: Int32 = -1

  var template: Template
  var itemCount: Int
  var hasHeader: Bool
  var hasFooter: Bool
  /// The measured heights of header and footer in subpixels.
  var headerMeasured = SectionState.none
  var footerMeasured = SectionState.none
  /// Where the measured heights of the cells are kept, or `none`.
  var store = SectionState.none

  init(template: Template, input: LayoutSolver.SectionInput) {
    self.template = template
    hasHeader = input.hasHeader
    hasFooter = input.hasFooter
    // A section longer than any screen can scroll through in a lifetime is cut, so that no sum can overflow.
    let pitch = max(1, template.extent + template.spacing)
    let mostRows = min(Int(Subpixels.longestSection / pitch), Self.mostRows)
    itemCount = template.leafCount > 0 ? min(max(0, input.itemCount), mostRows * template.leafCount) : 0
  }

  var headerExtent: Int64 {
    guard hasHeader else { return 0 }
    return headerMeasured < 0 ? template.header.extent : Int64(headerMeasured)
  }

  var footerExtent: Int64 {
    guard hasFooter else { return 0 }
    return footerMeasured < 0 ? template.footer.extent : Int64(footerMeasured)
  }
}
