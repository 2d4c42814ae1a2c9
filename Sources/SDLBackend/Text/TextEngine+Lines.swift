package import ScrollworkHostInterface

extension TextEngine {
  package func lines(_ text: String, font: Font, width: Double, limit: Int, scale: Double) -> [TextLine] {
    []
  }
}
