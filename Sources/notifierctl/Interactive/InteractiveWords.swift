import Alarms
import Workdays

/// What the interactive calendar says beside the words of all calendar views.
struct InteractiveWords {
  let language: Language

  /// What the keys do, the most important first.
  var help: [String] {
    switch language {
    case .english:
      ["q quit", "arrows", "PgUp/PgDn", "t today", "Enter why", "w week", "s skip", "o off", "u undo"]
    case .chinese:
      ["q 退出", "方向键", "PgUp/PgDn", "t 今天", "Enter 详情", "w 周视图", "s 跳过", "o 休假", "u 撤销"]
    }
  }

  var nothingRings: String {
    switch language {
    case .english: "nothing rings"
    case .chinese: "没有提醒"
    }
  }

  func state(_ state: String) -> String {
    switch (language, state) {
    case (.chinese, "skipped"): "已跳过"
    case (.chinese, "paused"): "已暂停"
    default: state
    }
  }

  func isSkipped(_ date: CivilDate) -> String {
    switch language {
    case .english: "what is still to ring on \(date) is skipped; u takes it back"
    case .chinese: "\(date) 尚未响的提醒已跳过，按 u 撤销"
    }
  }

  func nothingToSkip(_ date: CivilDate) -> String {
    switch language {
    case .english: "on \(date) nothing is still to ring"
    case .chinese: "\(date) 没有可跳过的提醒"
    }
  }

  func isOff(_ date: CivilDate) -> String {
    switch language {
    case .english: "\(date) is a day off now; u takes it back"
    case .chinese: "\(date) 已记为休假，按 u 撤销"
    }
  }

  func restsAlready(_ date: CivilDate) -> String {
    switch language {
    case .english: "\(date) is a day of rest already"
    case .chinese: "\(date) 本来就休息"
    }
  }

  func isUndone(_ date: CivilDate) -> String {
    switch language {
    case .english: "\(date) is as it was"
    case .chinese: "\(date) 已恢复原状"
    }
  }

  var nothingToUndo: String {
    switch language {
    case .english: "there is nothing to undo"
    case .chinese: "没有可撤销的操作"
    }
  }

  var ownConfigurationOnly: String {
    switch language {
    case .english: "days of your own go with your own configuration, not with --config"
    case .chinese: "用 --config 指定配置时不能记休假"
    }
  }
}
