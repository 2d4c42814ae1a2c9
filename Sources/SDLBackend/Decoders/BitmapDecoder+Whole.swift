package import ScrollworkHostInterface

extension BitmapDecoder {
  /// Decodes a picture from which the caller then cuts parts.
  /// - Parameters:
  ///   - level: The largest number of halvings that the caller accepts, at most 3. Only a JPEG is decoded smaller.
  ///   - isPart: Whether to decode the intact part of a damaged file; the rest is transparent or of one colour.
  ///   - isWanted: Called from time to time by decoders that work in steps; `false` cancels the decoding.
  /// - Throws: `tooLarge` if the pixels need more memory than one picture may take.
  package func wholePicture(
    _ bytes: [UInt8], level: Int, isPart: Bool = false, while isWanted: () -> Bool
  ) throws(ImageError) -> WholePicture {
    // Too few bytes for the size in the header are no reason to show none of them.
    var header = try PictureHeader(bytes, length: isPart ? .max : nil)
    if isPart, header.format == .ico, let icon = ICOFile(ByteReader(bytes: bytes), isPart: true) {
      header.storedSize = icon.size
    }
    let stored = header.storedSize
    let turbo = header.format == .jpeg && libraries.contains(.turboJPEG) ? TurboJPEG.shared : nil
    let level = turbo == nil ? 0 : min(3, max(0, level))
    let part = 1 << level
    let decoded = PixelSize(width: (stored.width + part - 1) / part, height: (stored.height + part - 1) / part)
    let cost = try wholeCost(bytes, header, decoded)
    return try DecodeBudget.shared.withReservation(of: cost) { () throws(ImageError) in
      if let turbo { return try turbo.decodeWhole(bytes, header, level: level, to: decoded, isPart) }
      if header.format == .png, isPart {
        let file = PNGChunks.withPlainEnd(PNGChunks.withoutTexts(bytes))
        return try PNGRows.decodeWhole(file, header, isPart: true, while: isWanted)
      }
      if header.format == .png, PNGRows.reads(bytes, stored: stored, over: 0) {
        return try PNGRows.decodeWhole(PNGChunks.withoutTexts(bytes), header, while: isWanted)
      }
      let pixels =
        isPart
        ? try partPixels(bytes, header, while: isWanted) : try wholePixels(bytes, header, while: isWanted)
      return try WholePicture(header, level: 0, decoded: stored, layout: .premultiplied) { memory, _ in
        pixels.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: memory, count: $0.count).copyMemory(from: $0) }
      }
    }
  }

  /// Returns the memory that the pixels need, in bytes.
  /// - Throws: If the memory or the time exceeds a limit.
  private func wholeCost(
    _ bytes: [UInt8], _ header: PictureHeader, _ decoded: PixelSize
  ) throws(ImageError) -> Int {
    // The time does not depend on the size of the result, whose memory is counted by itself.
    let cost = DecodeCost(bytes, header, to: PixelSize(width: 1, height: 1), hasTurboJPEG: TurboJPEG.shared != nil)
    let channels = header.format == .jpeg && header.jpeg?.colorCount != 4 ? 3 : 4
    let memory = decoded.width * decoded.height * channels
    let working = header.format == .png ? 0 : cost.byteCount
    guard max(memory, working) <= wholeByteCount else { throw .tooLarge(header.size) }
    guard cost.nanoseconds <= DecodeLimits.estimatedTime else { throw DecodeLimits.tooSlow("decoding it") }
    return memory
  }
}
