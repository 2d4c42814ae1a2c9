import ScrollworkHostInterface
import ScrollworkPlatform
import Synchronization

// The work of the background threads, performed without the lock.

extension PipelineCore {
  /// Performs the work of a reading thread.
  func read(_ work: ReadingWork) -> ReadingResult {
    do throws(ImageError) {
      switch work.kind {
      case .file(let path, _, let side): return try readFile(path, thumbnailSide: side)
      case .data(let address): return .payload(try payload(DataURL.bytes(of: address), .data))
      case .stored(let address): return readStored(address)
      }
    } catch {
      return .failed(error)
    }
  }

  /// Reads a thumbnail if one suffices, otherwise the file.
  private func readFile(_ path: String, thumbnailSide side: Int) throws(ImageError) -> ReadingResult {
    if side > 0, let bytes = thumbnails?.read(path: path, side: side),
      let small = try? payload(bytes, .thumbnail), small.size.width <= side, small.size.height <= side
    {
      return .payload(small)
    }
    let file = try FileBytes.read(path: path, limit: configuration.fileLimit)
    return .payload(try payload(file.bytes, .file, modified: file.modified))
  }

  /// Reads an entry of the disk cache; removes it if it is no picture.
  private func readStored(_ address: String) -> ReadingResult {
    guard let entry = disk?.read(address) else { return .missing }
    guard let payload = try? payload(entry.bytes, .disk) else {
      disk?.remove(address)
      return .missing
    }
    return .stored(StoredPicture(payload: payload, metadata: entry.metadata))
  }

  /// Makes a payload from bytes. Reads the header, so that an undecodable file fails at once instead of waiting for a
  /// decoder.
  private func payload(
    _ bytes: [UInt8], _ origin: PicturePayload.Origin, modified: FileTime? = nil
  ) throws(ImageError) -> PicturePayload {
    PicturePayload(bytes, size: try parts.decoder.pixelSize(of: bytes), origin: origin, modified: modified)
  }

  /// Checks the bytes of an ended load by reading the picture's header.
  func examine(_ ending: ByteTransfer.Ending) -> FetchingResult {
    switch ending {
    case .complete(let bytes, let response):
      do throws(ImageError) {
        return .payload(try payload(bytes, .network), response)
      } catch {
        return .damaged(error)
      }
    case .unchanged(let response): return .unchanged(response)
    case .failed(let error, let partial): return .failed(error, partial: partial)
    }
  }

  /// Decodes a picture; gives up if no subscriber wants it any more.
  func decode(_ work: DecodingWork) -> Result<Bitmap, ImageError> {
    var isGivenUp = false
    return Result { () throws(ImageError) in
      let bitmap = try parts.decoder.decode(
        work.payload.bytes, target: work.request.target, mode: work.request.mode
      ) {
        isGivenUp = isGivenUp || !isWanted(work)
        return !isGivenUp
      }
      keepAnimation(of: work)
      guard work.payload.origin == .thumbnail else { return bitmap }
      return bitmap.asCopy(ofPictureOf: ThumbnailCache.originalSize(of: work.payload.bytes))
    }
    // If the decoder gives up although the picture is wanted, it must fail: otherwise it would be tried again forever.
    .mapError { $0 == .cancelled && !isGivenUp ? .unsupported("the decoder gave up") : $0 }
  }

  /// Keeps the animation if the header tells that the picture has one. Frames are decoded when a view plays it.
  private func keepAnimation(of work: DecodingWork) {
    guard work.payload.origin != .thumbnail, let animation = try? parts.decoder.animation(of: work.payload.bytes)
    else { return }
    // The canvas on which the animation composes its frames, at four bytes a pixel.
    let canvas = animation.pixelSize.width * animation.pixelSize.height * 4
    let cost = animation.byteCount + canvas
    forgetPictures(of: animations.withLock { $0.insert(animation, cost: cost, for: work.request.source) })
  }

  /// Removes decoded pictures whose animations were evicted: a view that found one could not play it.
  func forgetPictures(of sources: [ImageRequest.Source]) {
    if !sources.isEmpty { memory.remove(of: sources) }
  }

  /// Performs the work of the cache thread.
  func perform(_ work: UpkeepWork) {
    switch work {
    case .store(let payload, let metadata): disk?.write(payload.bytes, metadata)
    case .updateMetadata(let metadata): disk?.updateMetadata(metadata)
    case .remove(let address): disk?.remove(address)
    case .thumbnail(let path, _, let side, let payload): makeThumbnail(of: payload, path, side: side)
    }
  }

  /// Writes a thumbnail, unless thumbnails are paused after a failure.
  private func makeThumbnail(of payload: PicturePayload, _ path: String, side: Int) {
    let now = parts.clock.now
    guard let thumbnails, thumbnailProblem.withLock({ $0.map { now >= $0.end } ?? true }) else { return }
    let failure = thumbnails.write(path: path, side: side, of: payload, decoder: parts.decoder)
    let reason = FileError.Reason(code: failure).words
    thumbnailProblem.withLock { trouble in
      trouble =
        failure == 0
        ? nil
        : ThumbnailProblem(
          words: "small pictures are not kept: \(reason), in \(PathBytes.display(thumbnails.folder))",
          end: now.advanced(bySeconds: DiskCache.pause))
    }
  }

  /// The reason in words if pictures cannot be stored on disk at the moment; otherwise `nil`.
  var diskProblem: String? { disk?.problem ?? thumbnailProblem.withLock { $0?.words } }
}

/// A failure to write thumbnails, and the time until which none is written.
struct ThumbnailProblem {
  var words: String
  var end: Instant
}
