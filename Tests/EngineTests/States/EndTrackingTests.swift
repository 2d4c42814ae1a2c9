import Scrollwork
import Testing

/// The state machine of the relation between the viewport and the end of the content.
struct EndTrackingTests {
  private let atEnd = EndTracking.Facts(isEndVisible: true)
  private let elsewhere = EndTracking.Facts(isEndVisible: false)

  @Test func `the end is free while it is out of view`() {
    #expect(EndTracking().state(elsewhere) == .free)
    #expect(!EndTracking().stays(by: .end, elsewhere) && !EndTracking().isTracking(by: .end, elsewhere))
  }

  @Test func `a view at the end follows it by its policy only`() {
    #expect(EndTracking().state(atEnd) == .atEnd)
    #expect(EndTracking().stays(by: .end, atEnd) && EndTracking().isTracking(by: .end, atEnd))
    for policy in [AnchorPolicy.item, .start, .none] { #expect(!EndTracking().stays(by: policy, atEnd)) }
  }

  @Test func `a scroll to the end follows it before it arrives`() {
    let facts = EndTracking.Facts(isEndVisible: false, isGoingToEnd: true)
    #expect(EndTracking().state(facts) == .goingToEnd && EndTracking().stays(by: .end, facts))
  }

  @Test func `an end that came into view because content went is not followed, until the user goes there`() {
    var end = EndTracking()
    end.updated(followed: false, isAtEnd: true)
    #expect(end.state(atEnd) == .atEndByShrinking && !end.stays(by: .end, atEnd))
    #expect(end.state(atEnd).isAtEnd && end.state(elsewhere) == .free)
    end.userMoved()
    #expect(end.state(atEnd) == .atEnd && end.stays(by: .end, atEnd))
  }

  @Test func `an update that the view followed leaves it at the end`() {
    var end = EndTracking()
    end.updated(followed: true, isAtEnd: true)
    #expect(end.state(atEnd) == .atEnd)
  }

  @Test func `a list that the program put in place is not followed until the policy asks for it`() {
    var end = EndTracking()
    end.placedByProgram()
    #expect(end.state(atEnd) == .atEndByShrinking)
    end.policyBecameEnd()
    #expect(end.state(atEnd) == .atEnd)
  }

  @Test func `content that the user holds does not follow the end`() {
    let held = EndTracking.Facts(isEndVisible: true, isHeld: true)
    #expect(!EndTracking().stays(by: .end, held) && EndTracking().isTracking(by: .end, held))
  }

  @Test func `a thumb at the end of its track keeps the end in view, whatever the policy`() {
    let held = EndTracking.Facts(isEndVisible: true, isHeld: true)
    var end = EndTracking()
    end.thumbMoved(isAtEnd: true)
    #expect(end.stays(by: .item, held))
    end.thumbMoved(isAtEnd: false)
    #expect(!end.stays(by: .item, held))
    end.thumbMoved(isAtEnd: true)
    end.thumbReleased()
    #expect(!end.stays(by: .item, atEnd))
  }
}
