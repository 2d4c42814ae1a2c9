import Scrollwork
import ScrollworkPlatform

/// The texts about a picture: in the status line, in the side panel, and the reasons why it is not shown.
extension PictureScreen {
  /// The path or address as text, without passwords.
  var displayedPath: String { PictureAddress.withoutPasswords(PathBytes.display(path)) }

  /// Returns the reason of an error as text; the passwords of addresses in it are left out.
  func displayedReason(_ error: ImageError) -> String { PictureAddress.withoutPasswords(error.reason) }

  var status: Status {
    var status = Status()
    if let position {
      let noun = Words.count(around?.neighbours.noun ?? "picture", position.count)
      let total = position.count == 1 ? noun : "of \(Formats.count(position.count)) \(noun)"
      status.items.append(Status.Item(strong: Formats.count(position.index + 1), text: total))
    }
    if entry.isAddress {
      status.items.append(Status.Item(text: PictureAddress.host(of: path)))
    } else {
      if let pixels = pixels.size(of: path, version: entry.version) {
        status.items.append(
          Status.Item(text: "\(Formats.count(pixels.width)) × \(Formats.count(pixels.height))"))
      }
      status.items.append(Status.Item(text: Formats.bytes(entry.size)))
    }
    if picture.notice == nil, let magnification = picture.magnification {
      status.items.append(Status.Item(text: "\(Formats.count(Int((magnification * 100).rounded()))) %"))
    }
    if tag != 0 { status.items.append(Status.Item(text: "Tag \(tag)")) }
    if isSlideshow { status.items.append(Status.Item(text: isSlideshowPaused ? "Slideshow paused" : "Slideshow")) }
    if picture.isLate { status.items.append(Status.Item(text: "Loading")) }
    // A picture that is not shown at all has the reason in its place.
    if case .broken = picture.image.state, picture.isPartial {
      status.items.append(Status.Item(text: "The end of the picture is missing"))
    }
    // A picture does not grow, so only the loss of its changes is worth a word.
    guard !entry.isAddress, isDeleted || watcher == nil else { return status }
    status.trailing = [isDeleted ? "The file is gone" : "Not watched"]
    return status
  }

  var failure: String? {
    guard case .broken(let error) = picture.image.state, !picture.isPartial else { return nil }
    return "Cannot show \(displayedPath): \(displayedReason(error))"
  }

  var loss: String? {
    guard case .broken(let error) = picture.image.state, picture.isPartial else { return nil }
    return "Only a part of \(displayedPath) is shown: \(displayedReason(error))"
  }

  var inspection: Inspection? {
    let facts = entry.isAddress ? nil : pixels.facts(of: path, version: entry.version)
    let shown = facts?.format.map { entry.withKind(.picture, format: $0) } ?? entry
    var inspection = Inspection(shown, pixels: facts?.size, canOpen: false, tag: tag)
    if let facts { inspection.add(facts.metadata) }
    inspection.title = title
    // The picture is visible already.
    inspection.picture = nil
    return inspection
  }
}

extension PictureScreen: PositionSaving {
  var savedPath: String? { openedPath }
  /// A position with no anchors: the user returns to the picture as a whole.
  var place: SavedPosition? { SavedPosition(position: ScrollPosition(places: [], isAtEnd: false)) }
}
