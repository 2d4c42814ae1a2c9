/// Memory for layers, used again and again.
final class LayerPool {
  private struct Slot {
    var memory: Storage<UInt32>?
    var isFree = true
    /// The frame in which it was given back.
    var freedAt = 0
  }

  /// Frames after which memory that nobody took is given back: two seconds at 60 a second.
  private static let patience = 120

  private var slots: [Slot] = []
  private var pixelCount = 0

  func removeAll() {
    slots.removeAll()
    pixelCount = 0
  }

  /// Memory for a layer, if all layers together stay within `limit` pixels.
  func take(width: Int, height: Int, limit: Int) -> Int32? {
    // Sizes in steps, so that layers of nearly the same size can follow each other.
    let needed = ((width + 63) & ~63) * ((height + 15) & ~15)
    guard needed <= limit else { return nil }
    if let index = freeSlot(for: needed) {
      slots[index].isFree = false
      return Int32(index)
    }
    if pixelCount + needed > limit { dropFree { _ in true } }
    guard pixelCount + needed <= limit else { return nil }
    let slot = Slot(memory: Storage(count: needed), isFree: false)
    pixelCount += needed
    if let index = slots.firstIndex(where: { $0.memory == nil }) {
      slots[index] = slot
      return Int32(index)
    }
    slots.append(slot)
    return Int32(slots.count - 1)
  }

  /// The smallest free memory that is large enough but not far too large.
  private func freeSlot(for needed: Int) -> Int? {
    var best: (index: Int, count: Int)?
    for index in slots.indices where slots[index].isFree {
      guard let count = slots[index].memory?.count, count >= needed, count <= needed * 2 else { continue }
      if count < best?.count ?? .max { best = (index, count) }
    }
    return best?.index
  }

  func pixels(_ layer: Int32) -> UnsafeMutablePointer<UInt32>? {
    slots[Int(layer)].memory?.base
  }

  func giveBack(_ layer: Int32, frame: Int) {
    slots[Int(layer)].isFree = true
    slots[Int(layer)].freedAt = frame
  }

  /// Lets go of memory that was free for long.
  func trim(frame: Int) {
    dropFree { frame - $0 > Self.patience }
  }

  private func dropFree(where isOld: (_ freedAt: Int) -> Bool) {
    for index in slots.indices where slots[index].isFree && isOld(slots[index].freedAt) {
      pixelCount -= slots[index].memory?.count ?? 0
      slots[index].memory = nil
    }
  }
}
