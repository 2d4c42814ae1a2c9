/// A pool of memory for layers.
final class LayerPool {
  private struct Slot {
    /// The memory of a layer; `nil` once it is freed.
    var memory: Storage<UInt32>?
    var isFree = true
    /// The number of the frame that returned the layer.
    var freedAt = 0
  }

  /// The number of frames after which unused memory is freed: two seconds at 60 frames per second.
  private static let patience = 120

  private var slots: [Slot] = []
  /// The number of pixels of all layers, in use or free.
  private var pixelCount = 0

  /// Frees all layers.
  func removeAll() {
    slots.removeAll()
    pixelCount = 0
  }

  /// Returns the index of a layer with enough memory; `nil` if all layers together would exceed `limit` pixels.
  /// - Complexity: O(*n*) in the number of layers.
  func take(width: Int, height: Int, limit: Int) -> Int32? {
    // Sizes are rounded up, so that layers of similar size can reuse each other's memory.
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

  /// Returns the index of the smallest free layer with one to two times the memory `needed`; `nil` if there is none.
  private func freeSlot(for needed: Int) -> Int? {
    var best: (index: Int, count: Int)?
    for index in slots.indices where slots[index].isFree {
      guard let count = slots[index].memory?.count, count >= needed, count <= needed * 2 else { continue }
      if count < best?.count ?? .max { best = (index, count) }
    }
    return best?.index
  }

  /// Returns the memory of a layer; `nil` once it is freed.
  func pixels(_ layer: Int32) -> UnsafeMutablePointer<UInt32>? {
    slots[Int(layer)].memory?.base
  }

  /// Returns a layer to the pool.
  func giveBack(_ layer: Int32, frame: Int) {
    slots[Int(layer)].isFree = true
    slots[Int(layer)].freedAt = frame
  }

  /// Frees the layers that have been unused for `patience` frames.
  func trim(frame: Int) {
    dropFree { frame - $0 > Self.patience }
  }

  /// Frees the unused layers that satisfy a condition.
  private func dropFree(where isOld: (_ freedAt: Int) -> Bool) {
    for index in slots.indices where slots[index].isFree && isOld(slots[index].freedAt) {
      pixelCount -= slots[index].memory?.count ?? 0
      slots[index].memory = nil
    }
  }
}
