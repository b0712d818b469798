import Testing

@testable import Workdays

@Suite("The word that was meant")
struct NearestTests {
  @Test(
    "One letter too many, too few, another, or two neighbours swapped: the same word is meant",
    arguments: ["workdayss", "workdys", "workdaus", "workdasy", "WORKDAYS", "workdays"])
  func oneEdit(text: String) {
    #expect(nearest(text, among: ["holidays", "workdays", "every day"]) == "workdays")
  }

  @Test("Of several that are near the nearest is taken, and the first of equals")
  func choice() {
    #expect(nearest("monday", among: ["sunday", "mondays", "friday"]) == "mondays")
    #expect(nearest("cat", among: ["bat", "hat", "rat"]) == "bat")
    #expect(nearest("hat", among: ["bat", "hat", "rat"]) == "hat")
  }

  @Test("Two swaps of a word of six letters are two edits, not four")
  func swaps() {
    #expect(nearest("omdnay", among: ["friday", "monday"]) == "monday")
    #expect(nearest("omndya", among: ["friday", "monday"]) == "monday")
  }

  @Test("More edits than a third of the letters: nothing was meant, but a beginning is")
  func far() {
    #expect(nearest("abcxyz", among: ["abcdef"]) == nil)
    #expect(nearest("mon", among: ["monthly"]) == "monthly")
    #expect(nearest("mo", among: ["monthly"]) == nil)
    #expect(nearest("", among: ["monthly", "a"]) == "a")
  }
}
