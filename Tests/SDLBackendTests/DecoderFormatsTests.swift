import ScrollworkHostInterface
import ScrollworkPlatform
import ScrollworkSDLBackend
import Testing

private let decoder = BitmapDecoder()
private let hasJPEG = OptionalLibrary.turboJPEG.isPresent || OptionalLibrary.sdlImage.isPresent
private let hasTurboJPEG = OptionalLibrary.turboJPEG.isPresent
private let hasSDLImage = OptionalLibrary.sdlImage.isPresent

private func error(_ bytes: [UInt8], _ decoder: BitmapDecoder) -> ImageError? {
  do throws(ImageError) {
    _ = try decoder.decode(bytes, target: nil, mode: .fit)
    return nil
  } catch {
    return error
  }
}

@Test(.enabled(if: hasTurboJPEG, "libturbojpeg0 is not installed"), arguments: [1, 2, 3, 4, 7, 8, 10, 20])
func `a JPEG is decoded in the requested size`(part: Int) throws {
  let box = PixelSize(width: 320 / part, height: 192 / part)
  let bitmap = try decoder.decode(EncodedPictures.jpeg, target: box, mode: .fit)
  #expect(bitmap.width == box.width || bitmap.height == box.height)
  #expect(bitmap.width <= box.width && bitmap.height <= box.height)
  #expect(bitmap.quarters == "rgbw")
  #expect(bitmap.isOpaque)
}

@Test(
  .enabled(if: hasJPEG, "neither libturbojpeg0 nor libsdl2-image-2.0-0 is installed"),
  arguments: [
    (1, "rgbw"), (2, "grwb"), (3, "wbgr"), (4, "bwrg"), (5, "rbgw"), (6, "brwg"), (7, "wgbr"), (8, "gwrb"),
  ])
func `a JPEG is shown in its orientation`(orientation: UInt8, quarters: String) throws {
  for isLittle in [false, true] {
    let bytes = OrientedPictures.jpeg(orientation, isLittle: isLittle)
    let seen = orientation >= 5 ? PixelSize(width: 192, height: 320) : PixelSize(width: 320, height: 192)
    #expect(try decoder.pixelSize(of: bytes) == seen)
    #expect(try decoder.decode(bytes, target: nil, mode: .fit).quarters == quarters)
    let small = try decoder.decode(bytes, target: PixelSize(width: 32, height: 32), mode: .fit)
    #expect(small.quarters == quarters)
    #expect(small.pixelSize == (orientation >= 5 ? PixelSize(width: 19, height: 32) : PixelSize(width: 32, height: 19)))
  }
}

private let turns: [(UInt8, String)] = [
  (1, "rgbw"), (2, "grwb"), (3, "wbgr"), (4, "bwrg"), (5, "rbgw"), (6, "brwg"), (7, "wgbr"), (8, "gwrb"), (9, "rgbw"),
]

@Test(arguments: turns)
func `a PNG is shown in its orientation`(orientation: UInt8, quarters: String) throws {
  let upright = OrientedPictures.upright.png(isOpaque: true)
  for isLittle in [false, true] {
    let bytes = OrientedPictures.png(upright, orientation, isLittle: isLittle)
    let isTurned = (5...8).contains(orientation)
    #expect(try decoder.pixelSize(of: bytes) == PixelSize(width: isTurned ? 8 : 12, height: isTurned ? 12 : 8))
    #expect(try decoder.decode(bytes, target: nil, mode: .fit).quarters == quarters)
  }
}

@Test(.enabled(if: hasSDLImage, "libsdl2-image-2.0-0 is not installed"), arguments: turns)
func `a TIFF is shown in its orientation`(orientation: UInt8, quarters: String) throws {
  let isTurned = (5...8).contains(orientation)
  let size = PixelSize(width: isTurned ? 8 : 12, height: isTurned ? 12 : 8)
  #expect(try decoder.pixelSize(of: OrientedPictures.tiff(orientation)) == size)
  #expect(try decoder.decode(OrientedPictures.tiff(orientation), target: nil, mode: .fit).quarters == quarters)
}

@Test(.enabled(if: hasSDLImage, "libsdl2-image-2.0-0 is not installed"), arguments: turns)
func `a WebP is shown in its orientation`(orientation: UInt8, quarters: String) throws {
  let size = try decoder.pixelSize(of: EncodedPictures.webp)
  for mark in ["", "Exif\0\0"] {
    let data = Array(mark.utf8) + OrientedPictures.exif(orientation, isLittle: true)
    let bytes = OrientedPictures.webp(size, data)
    #expect(try decoder.decode(bytes, target: nil, mode: .fit).quarters == quarters)
    #expect(try decoder.pixelSize(of: bytes).width == ((5...8).contains(orientation) ? size.height : size.width))
  }
}

@Test(.enabled(if: hasTurboJPEG, "libturbojpeg0 is not installed")) func `progressive, gray and CMYK JPEGs are read`()
  throws
{
  #expect(try decoder.decode(EncodedPictures.progressiveJPEG, target: nil, mode: .fit).quarters == "rgbw")
  #expect(try decoder.decode(EncodedPictures.cmykJPEG, target: nil, mode: .fit).quarters == "rgbw")
  let gray = try decoder.decode(EncodedPictures.grayJPEG, target: nil, mode: .fit)
  let isGray = gray.pixels.allSatisfy { pixel in
    let (red, green, blue): (UInt32, UInt32, UInt32) = (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
    return blue == green && blue == red
  }
  #expect(isGray)
}

@Test(
  .enabled(if: hasJPEG, "neither libturbojpeg0 nor libsdl2-image-2.0-0 is installed"),
  arguments: [BitmapDecoder.Libraries.turboJPEG, .sdlImage])
func `a JPEG that ends early is corrupt with either library`(libraries: BitmapDecoder.Libraries) {
  let decoder = BitmapDecoder(libraries: libraries)
  let bytes = EncodedPictures.jpeg
  #expect(error(bytes, decoder) == nil)
  for count in stride(from: 3, to: bytes.count - 2, by: 41) {
    guard case .corrupt = error(Array(bytes.prefix(count)), decoder) else {
      Issue.record("\(count) of \(bytes.count) bytes were taken for a picture")
      continue
    }
  }
}

@Test(.enabled(if: hasTurboJPEG, "libturbojpeg0 is not installed")) func `a JPEG with foreign bytes inside is corrupt`()
{
  var bytes = EncodedPictures.jpeg
  for index in bytes.count - 200..<bytes.count - 100 { bytes[index] = 0xFF }
  guard case .corrupt = error(bytes, decoder) else {
    Issue.record("the damage was not found")
    return
  }
}

@Test func `a JPEG header too large for its file is refused at once`() {
  let start: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0x3E, 0x80, 0x3E, 0x80, 1, 1, 0x11, 0]
  let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0xFF, 0xD9]
  guard case .corrupt(let reason) = error(start + scan, decoder) else {
    Issue.record("it was not found corrupt")
    return
  }
  #expect(reason.contains("16000 x 16000"))
}

@Test(
  .enabled(if: hasSDLImage, "libsdl2-image-2.0-0 is not installed"),
  arguments: [
    EncodedPictures.webp, EncodedPictures.tiff, EncodedPictures.animatedWebP,
  ])
func `other formats are read through SDL_image, animations as their first frame`(bytes: [UInt8]) throws {
  let bitmap = try decoder.decode(bytes, target: nil, mode: .fit)
  #expect(bitmap.quarters == "rgbw")
  #expect(try decoder.pixelSize(of: bytes) == bitmap.pixelSize)
  let small = try decoder.decode(bytes, target: PixelSize(width: 8, height: 8), mode: .fit)
  #expect(small.width == 8 && small.quarters == "rgbw")
}

@Test(
  .enabled(if: hasSDLImage, "libsdl2-image-2.0-0 is not installed"),
  arguments: [EncodedPictures.alphaWebP, EncodedPictures.animatedGIF, EncodedPictures.alphaAnimatedWebP])
func `transparent pixels stay transparent`(bytes: [UInt8]) throws {
  let bitmap = try decoder.decode(bytes, target: nil, mode: .fit)
  #expect(!bitmap.isOpaque)
  #expect(bitmap.color(4, 2) == .zero)
  #expect(bitmap.quarters.dropFirst() == "gbw")
}

@Test func `without libraries PNG, BMP and GIF are read and JPEG names the package to install`() throws {
  let bare = BitmapDecoder(libraries: [])
  let picture = TestPicture.random(width: 3, height: 3, isOpaque: true, seed: 5)
  #expect(try bare.decode(picture.png(isOpaque: true), target: nil, mode: .fit).width == 3)
  #expect(try bare.decode(picture.bmp(), target: nil, mode: .fit).width == 3)
  #expect(try bare.decode(EncodedPictures.gif, target: nil, mode: .fit).quarters == "rgbw")
  #expect(try bare.pixelSize(of: EncodedPictures.jpeg) == PixelSize(width: 320, height: 192))
  guard case .unsupported(let reason) = error(EncodedPictures.jpeg, bare) else {
    Issue.record("a JPEG was read without a library")
    return
  }
  #expect(reason.contains("libturbojpeg0"))
  guard case .unsupported(let other) = error(EncodedPictures.webp, bare) else {
    Issue.record("a WebP was read without a library")
    return
  }
  #expect(other.contains("libsdl2-image-2.0-0"))
}

@Test(.enabled(if: hasSDLImage, "libsdl2-image-2.0-0 is not installed"))
func `without turbojpeg a JPEG is read through SDL_image`() throws {
  let decoder = BitmapDecoder(libraries: .sdlImage)
  let bitmap = try decoder.decode(
    OrientedPictures.jpeg(6, isLittle: true), target: PixelSize(width: 40, height: 40), mode: .fit)
  #expect(bitmap.pixelSize == PixelSize(width: 24, height: 40))
  #expect(bitmap.quarters == "brwg")
}
