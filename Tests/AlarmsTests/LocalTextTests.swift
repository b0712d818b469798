import Testing

@testable import Alarms

@Suite("What the program says, in two languages")
struct LocalTextTests {
  @Test("a literal is a template with numbered places, and its translation may have them in another order")
  func template() {
    let text: LocalText = "\(3) times from \("09:00") to \("18:00")"
    #expect(text.template == "{1} times from {2} to {3}")
    #expect(text.text(in: .english) == "3 times from 09:00 to 18:00")
    #expect(text.text(in: .chinese) == "09:00 到 18:00 之间 3 次")
  }

  @Test("what is filled in may be a text itself and is put into the same language")
  func nested() {
    let hint: LocalText = "did you mean \"\("next")\"?"
    let text: LocalText = "unknown command \"\("nex")\"; \(hint)"
    #expect(text.text(in: .english) == "unknown command \"nex\"; did you mean \"next\"?")
    #expect(text.text(in: .chinese) == "没有命令“nex”；您是否要用“next”？")
  }

  @Test("a place in what is filled in stays as it is, and so do braces that are no place")
  func braces() {
    let text: LocalText = "\("{2}") and \("{x}")"
    #expect(text.text(in: .english) == "{2} and {x}")
    #expect(text.text(in: .chinese) == "{2} 和 {x}")
    #expect(LocalText("a {b} {9} \(1)").text(in: .english) == "a {b} {9} 1")
  }

  @Test("what the catalogue lacks is said in English, and names are the same in every language")
  func fallback() {
    #expect(LocalText("no such message").text(in: .chinese) == "no such message")
    #expect(LocalText("").text(in: .chinese).isEmpty)
    #expect(LocalText(verbatim: "disabled").text(in: .chinese) == "disabled")
  }

  @Test("literals that are joined are one template")
  func joined() {
    let text: LocalText = "\(1) a, " + "\(2) {b} \(3)"
    #expect(text.template == "{1} a, {2} {b} {3}")
    #expect(text.text(in: .english) == "1 a, 2 {b} 3")
  }

  @Test("English has two forms of a count, Chinese a measure word")
  func counts() {
    #expect([0, 1, 2].map { counted($0, "alarm").text(in: .english) } == ["0 alarms", "1 alarm", "2 alarms"])
    #expect([1, 2].map { counted($0, "alarm").text(in: .chinese) } == ["1 条提醒", "2 条提醒"])
  }
}

@Suite("The language that the environment asks for")
struct LanguageChoiceTests {
  @Test(
    "LC_ALL, LC_MESSAGES and LANG name the locale, the first that is set; LANGUAGE lists languages before it",
    arguments: [
      (["LANG": "zh_CN.UTF-8"], Language.chinese), (["LANG": "zh_SG"], .chinese), (["LANG": "zh-Hans"], .chinese),
      (["LANG": "zh_TW.UTF-8"], .chinese), (["LANG": "zh"], .chinese), (["LANG": "en_GB.UTF-8"], .english),
      (["LANG": "C.UTF-8"], .english), (["LANG": "POSIX"], .english),
      (["LANG": "en_US.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8"], .chinese),
      (["LANG": "zh_CN.UTF-8", "LC_MESSAGES": "C"], .english),
      (["LC_ALL": "zh_CN.UTF-8", "LC_MESSAGES": "C", "LANG": "C"], .chinese),
      (["LANG": "en_US.UTF-8", "LANGUAGE": "zh_CN:en"], .chinese),
      (["LANG": "zh_CN.UTF-8", "LANGUAGE": "en"], .english),
      (["LANG": "zh_CN.UTF-8", "LANGUAGE": "de:fr"], .chinese),
      // As gettext has it: in the locale C, LANGUAGE does not count.
      (["LANG": "C", "LANGUAGE": "zh_CN"], .english), (["LANG": "C.UTF-8", "LANGUAGE": "zh_CN"], .english),
    ])
  func choice(environment: [String: String], language: Language) {
    #expect(Language { environment[$0] } == language)
  }

  @Test(
    "where nothing is asked for that is spoken there is no choice",
    arguments: [[:], ["LANG": "de_DE.UTF-8"], ["LANGUAGE": "zh_CN"]])
  func none(environment: [String: String]) {
    #expect(Language { environment[$0] } == nil)
  }
}
