import Testing
import Workdays

@Suite("Phrases after days:")
struct DaysPhraseTests {
  @Test(
    "a phrase prints in its canonical form and reads back the same",
    arguments: [
      ("workdays", "workdays"), ("Workday", "workdays"), ("  rest   days ", "rest days"), ("holidays", "holidays"),
      ("make-up workdays", "make-up workdays"), ("every day", "every day"), ("daily", "every day"),
      ("mon, wed", "mon, wed"), ("Monday Wednesday", "mon, wed"), ("mon and fri", "mon, fri"), ("mon-fri", "mon-fri"),
      ("sat,sun", "sat, sun"), ("fri-mon", "mon, fri, sat, sun"), ("sunday", "sun"), ("2026-12-24", "2026-12-24"),
      ("2026-12-31, 2026-12-24", "2026-12-24, 2026-12-31"),
      ("first workday of the month", "first workday of the month"),
      ("1st workday of the month", "first workday of the month"),
      ("third workday of the month", "3rd workday of the month"),
      ("22nd workday of the month", "22nd workday of the month"),
      ("11th workday of the month", "11th workday of the month"),
      ("last workday of the month", "last workday of the month"),
      ("2nd to last workday of the month", "2nd to last workday of the month"),
      ("second to last workday of the month", "2nd to last workday of the month"), ("lunar 8-15", "lunar 8-15"),
      ("Lunar 12-30", "lunar 12-30"), ("statutory holiday", "statutory holidays"),
      ("In-lieu rest days", "in-lieu rest days"), ("first day of a holiday", "first day of a holiday"),
      ("last workday before a holiday", "last workday before a holiday"),
      ("2nd last workday of each quarter", "2nd to last workday of the quarter"),
      ("last and first workday of the week", "first and last workday of the week"),
      ("1st, 15th, and last day of the month", "first, 15th and last day of the month"),
      ("last Fri of the month", "last friday of the month"), ("first monday of every year", "first monday of the year"),
      ("tenth make-up workday of the year", "10th make-up workday of the year"),
      ("every  10 workdays from 2026-01-05", "every 10 workdays from 2026-01-05"),
      ("lunar leap 6-1", "lunar leap 6-1"), ("lunar 6-1 in both months", "lunar 6-1 in both months"),
      ("lunar 12-30 or skip", "lunar 12-30 or skip"), ("lunar leap 6-30 or skip", "lunar leap 6-30 or skip"),
      ("Mid-Autumn Festival", "lunar 8-15"), ("lunar new year's eve", "lunar 12-30"),
    ])
  func prints(text: String, printed: String) throws {
    let phrase = try DaysPhrase(text)
    #expect(phrase.description == printed)
    #expect(try DaysPhrase(phrase.description) == phrase)
  }

  @Test(
    "a phrase that is not understood is answered with the nearest one",
    arguments: [
      ("workdyas", "workdays"), ("rest-days", "rest days"), ("make up workdays", "make-up workdays"),
      ("evry day", "every day"), ("last work day of the month", "last workday of the month"), ("mondya", "monday"),
      ("0th workday of the month", "last workday of the month"),
      ("32nd workday of the month", "last workday of the month"),
      ("every monday", "mon"), ("Monday to Friday", "mon-fri"), ("weekend", "sat, sun"), ("weekdays", "workdays"),
      ("lunar 13-1", "lunar 8-15"), ("lunar 8", "lunar 8-15"),
    ])
  func suggests(text: String, suggestion: String) {
    #expect(throws: PhraseError.self) { try DaysPhrase(text) }
    do { _ = try DaysPhrase(text) } catch { #expect(error.suggestion == suggestion, "\(error)") }
  }

  @Test(
    "what is far from every phrase gets the list of them",
    arguments: ["", "when I feel like it", "2026-02-30", "mon-xyz", "-1"])
  func refused(text: String) {
    do {
      _ = try DaysPhrase(text)
      Issue.record("\(text) was read")
    } catch {
      #expect(error.suggestion == nil)
      #expect(error.description.contains("expected"))
    }
  }

  @Test(
    "a phrase that stands alone is not taken into a list, and it says so",
    arguments: ["workdays, sat", "holidays, mon"])
  func list(text: String) {
    do {
      _ = try DaysPhrase(text)
      Issue.record("\(text) was read")
    } catch {
      #expect(error.description.contains("stands alone"))
    }
  }

  @Test("every phrase reads back as the same one", arguments: 0..<2000)
  func readsBack(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let phrase = DaysPhrase.random(using: &random)
    for language in PhraseLanguage.allCases {
      let text = phrase.text(in: language)
      #expect(try DaysPhrase(text) == phrase, "\(text)")
    }
  }

  @Test("what is suggested for a phrase that was damaged is one, and its fault lies in it", arguments: 0..<2000)
  func damaged(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let language = PhraseLanguage.allCases.randomElement(using: &random)!
    var letters = Array(DaysPhrase.random(using: &random).text(in: language))
    let place = Int.random(in: 0..<letters.count, using: &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: letters.remove(at: place)
    case 1: letters.insert(letters.randomElement(using: &random)!, at: place)
    default: letters.removeSubrange(place...)
    }
    do throws(PhraseError) {
      _ = try DaysPhrase(String(letters))
    } catch {
      #expect(error.suggestion.map { (try? DaysPhrase($0)) != nil } ?? true, "\(String(letters)): \(error.advice)")
      #expect(error.offset >= 0 && error.offset + error.length <= letters.count, "\(String(letters)): \(error)")
    }
  }

  @Test(
    "a fault is told with its place",
    arguments: [
      ("last workday of the moth", "moth"), ("first and 8th workday of the week", "8th"),
      ("last wokday of the month", "wokday"), ("mon, tusday", "tusday"), ("2026-12-24, 2026-12-33", "2026-12-33"),
      ("every 1 workdays from 2026-01-05", "1"), ("every 10 workdays from soon", "soon"),
      ("lunar 6-1 in all months", "in"), ("last workday of the month please", "please"),
    ])
  func places(text: String, word: String) throws {
    do {
      _ = try DaysPhrase(text)
      Issue.record("\(text) was read")
    } catch {
      #expect(String(Array(text)[error.offset...].prefix(error.length)) == word, "\(error)")
      #expect(error.description.contains("\"\(word)\""))
    }
  }

  @Test(
    "a phrase that ends too early says what is missing",
    arguments: ["last", "last workday", "first workday of the", "every 3 workdays from"])
  func incomplete(text: String) {
    do {
      _ = try DaysPhrase(text)
      Issue.record("\(text) was read")
    } catch {
      #expect(error.description.contains("ends too early; expected"))
      #expect(error.offset == text.count - 1)
    }
  }

  @Test("every form that help texts show is one", arguments: DaysPhrase.forms)
  func forms(text: String) throws { #expect(try DaysPhrase(text).description == text) }
}
