/// A face at a size: what a face number in a line stands for.
struct SizedFace {
  var face: FontFace
  /// Size of the em square in device pixels.
  var size: Double
  /// Stems and heights are fitted to pixel rows.
  var isHinted: Bool

  /// Device pixels per font unit.
  var unit: Double { size / face.unitsPerEm }
}

/// What identifies a ``SizedFace``; sizes are told apart to 1/64 of a pixel, as FreeType does.
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
