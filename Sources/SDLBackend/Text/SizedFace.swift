/// A face in one size, to which a face number refers.
struct SizedFace {
  var face: FontFace
  /// The size of the em square in device pixels.
  var size: Double
  /// Whether stems and heights are fitted to whole pixels.
  var isHinted: Bool

  /// Device pixels per font unit.
  var unit: Double { size / face.unitsPerEm }
}

/// The identity of a ``SizedFace``. Sizes are distinguished to 1/64 pixel, as in FreeType.
struct SizedFaceKey: Hashable {
  private var face: Int
  private var size: Int32
  private var isHinted: Bool

  init(_ sized: SizedFace) {
    face = sized.face.number
    size = Int32(clamping: Int((sized.size * 64).rounded()))
    isHinted = sized.isHinted
  }
}
