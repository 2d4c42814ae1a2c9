import Scrollwork

/// A hash (FNV-1a, 64 bits) of a sequence of frames: of the positions, sizes and opacities of all draw groups.
struct FrameDigest {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ frame: Frame) {
    add(UInt64(frame.groups.count))
    for group in frame.groups {
      for rect in [group.frame, group.clip] {
        for number in [rect.minX, rect.minY, rect.width, rect.height] { add(number.bitPattern) }
      }
      add(group.alpha.bitPattern)
      add(group.scale.bitPattern)
    }
  }

  private mutating func add(_ word: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      value = (value ^ (word >> shift & 0xff)) &* 0x0000_0100_0000_01b3
    }
  }
}
