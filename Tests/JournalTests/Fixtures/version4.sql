-- A journal of schema version 4, as sqlite3's .dump writes it, with the two marks that .dump leaves out.
PRAGMA application_id = 1853122162;
PRAGMA user_version = 4;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE delivery (
  firing TEXT NOT NULL REFERENCES firing (id) ON DELETE CASCADE,
  destination TEXT NOT NULL,
  state TEXT NOT NULL CHECK (
    state IN ('pending', 'sending', 'delivered', 'retrying', 'unknown', 'rejected', 'expired')),
  attempts INTEGER NOT NULL DEFAULT 0,
  due INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  reason TEXT, repeated INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (firing, destination)
) STRICT, WITHOUT ROWID;
INSERT INTO delivery VALUES('clock-in/2026-09-20T09:00/-10m','desktop','delivered',1,1789865400000000,1789867200000000,1789865822000000,NULL,0);
INSERT INTO delivery VALUES('clock-in/2026-09-20T09:00/-10m','team','retrying',1,1789865851000000,1789867200000000,1789865823000000,'HTTP 503',0);
INSERT INTO delivery VALUES('stretch/2026-09-20T09:05/-10m','desktop','pending',0,1789865700000000,1789867500000000,1789865820000000,NULL,0);
CREATE TABLE progress (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  cursor INTEGER NOT NULL
) STRICT;
INSERT INTO progress VALUES(1,1789865820000000);
CREATE TABLE alarm (
  id TEXT PRIMARY KEY NOT NULL,
  timing TEXT NOT NULL,
  since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO alarm VALUES('clock-in','workdays|09:00',1789860000000000);
CREATE TABLE child (
  id TEXT PRIMARY KEY NOT NULL,
  origin TEXT NOT NULL,
  due INTEGER NOT NULL,
  ring TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO child VALUES('clock-in/2026-09-20T09:00/-10m/snooze-1','clock-in/2026-09-20T09:00/-10m',1789866600000000,'{"allDay":false,"alsoMissed":0,"asks":true,"firesSeconds":1789866600,"follows":{"kind":"snooze","number":1,"origin":"clock-in/2026-09-20T09:00/-10m","parent":"clock-in/2026-09-20T09:00/-10m","since":1789866000},"id":"clock-in/2026-09-20T09:00/-10m/snooze-1","isTest":false,"occurrenceSeconds":1789866000,"report":{"alarm":"clock-in","day":{"certainty":"announced","date":"2026-09-20","kind":"make-up-workday","name":"国庆节","source":"国办发明电〔2025〕7号"},"destinations":["desktop","team"],"fires":"2026-09-20T09:10:00+08:00","id":"clock-in/2026-09-20T09:00/-10m/snooze-1","occurrence":"2026-09-20T09:00:00+08:00","offset":{"kind":"exact","text":"-10m"},"title":"Clock in 打卡","zone":"Asia/Shanghai"},"urgency":"normal","utcOffset":28800}');
CREATE TABLE IF NOT EXISTS "firing" (
  id TEXT PRIMARY KEY NOT NULL,
  alarm TEXT,
  fires INTEGER NOT NULL,
  recorded INTEGER NOT NULL,
  verdict TEXT NOT NULL CHECK (verdict IN ('rung', 'missed', 'skipped')),
  late INTEGER CHECK ((late IS NOT NULL) = (verdict = 'rung')),
  reason TEXT,
  ring TEXT,
  origin TEXT,
  asks INTEGER NOT NULL DEFAULT 0,
  done INTEGER
) STRICT;
INSERT INTO firing VALUES('clock-in/2026-09-20T09:00/-10m','clock-in',1789865400000000,1789865820000000,'rung',0,NULL,'{"allDay":false,"alsoMissed":0,"asks":true,"firesSeconds":1789865400,"id":"clock-in/2026-09-20T09:00/-10m","isTest":false,"occurrenceSeconds":1789866000,"report":{"alarm":"clock-in","day":{"certainty":"announced","date":"2026-09-20","kind":"make-up-workday","name":"国庆节","source":"国办发明电〔2025〕7号"},"destinations":["desktop","team"],"fires":"2026-09-20T08:50:00+08:00","id":"clock-in/2026-09-20T09:00/-10m","occurrence":"2026-09-20T09:00:00+08:00","offset":{"kind":"exact","text":"-10m"},"title":"Clock in 打卡","zone":"Asia/Shanghai"},"urgency":"normal","utcOffset":28800}',NULL,1,NULL);
INSERT INTO firing VALUES('stretch/2026-09-20T09:05/-10m','stretch',1789865700000000,1789865820000000,'rung',3900000,NULL,'{"allDay":false,"alsoMissed":0,"firesSeconds":1789865700,"id":"stretch/2026-09-20T09:05/-10m","isTest":false,"notes":"Stand up","occurrenceSeconds":1789866300,"report":{"alarm":"stretch","day":{"certainty":"announced","date":"2026-09-20","kind":"make-up-workday","name":"国庆节","source":"国办发明电〔2025〕7号"},"destinations":["desktop"],"fires":"2026-09-20T08:55:00+08:00","id":"stretch/2026-09-20T09:05/-10m","occurrence":"2026-09-20T09:05:00+08:00","offset":{"kind":"exact","text":"-10m"},"title":"Clock in 打卡","zone":"Asia/Shanghai"},"urgency":"normal","utcOffset":28800}',NULL,0,1789865900000000);
INSERT INTO firing VALUES('stretch/2026-09-20T09:07/-10m','stretch',1789865820000000,1789865820000000,'missed',NULL,'2 h late, with a grace of 30 min','{"allDay":false,"alsoMissed":0,"firesSeconds":1789865820,"id":"stretch/2026-09-20T09:07/-10m","isTest":false,"occurrenceSeconds":1789866420,"report":{"alarm":"stretch","day":{"certainty":"announced","date":"2026-09-20","kind":"make-up-workday","name":"国庆节","source":"国办发明电〔2025〕7号"},"destinations":["desktop","team"],"fires":"2026-09-20T08:57:00+08:00","id":"stretch/2026-09-20T09:07/-10m","occurrence":"2026-09-20T09:07:00+08:00","offset":{"kind":"exact","text":"-10m"},"title":"Clock in 打卡","zone":"Asia/Shanghai"},"urgency":"normal","utcOffset":28800}',NULL,0,NULL);
CREATE TABLE skip (
  occurrence TEXT PRIMARY KEY NOT NULL,
  alarm TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO skip VALUES('stretch/2026-09-21T09:05','stretch',1789952700000000);
CREATE TABLE pause (
  alarm TEXT PRIMARY KEY NOT NULL,
  until INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO pause VALUES('clock-in',1789952220000000);
CREATE INDEX delivery_owed ON delivery (due) WHERE state IN ('pending', 'sending', 'retrying', 'unknown');
CREATE INDEX child_origin ON child (origin);
CREATE INDEX firing_fires ON firing (fires);
CREATE INDEX firing_alarm ON firing (alarm, fires);
CREATE INDEX firing_origin ON firing (origin) WHERE origin IS NOT NULL;
CREATE INDEX firing_recorded ON firing (recorded);
COMMIT;
