# `make` lists the targets. Settings: SWIFT, PREFIX, DESTDIR, SYSCONFDIR, UNITDIR, SEED.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
# What make oracle makes its questions from; another number gives others.
SEED ?= 5545
# The daemon reads /etc/notifier; below another prefix the file is an example to copy.
SYSCONFDIR ?= $(if $(filter /usr /usr/local,$(PREFIX)),/etc,$(PREFIX)/etc)
# systemd finds a person's own units below share, a machine's below lib.
UNITDIR ?= $(PREFIX)/$(if $(filter $(HOME)/%,$(PREFIX)),share,lib)/systemd/user

RELEASE := .build/release
BINDIR := $(DESTDIR)$(PREFIX)/bin
APPLICATIONS := $(DESTDIR)$(PREFIX)/share/applications
SHARE := $(DESTDIR)$(PREFIX)/share
COMPLETIONS := bash-completion/completions zsh/site-functions fish/vendor_completions.d
MANUALS := $(foreach folder,man man/zh_CN,$(folder)/man1 $(folder)/man5 $(folder)/man7 $(folder)/man8)
CONFIGURATION := $(DESTDIR)$(SYSCONFDIR)/notifier/notifier.yaml
STRICT := -Xswiftc -warnings-as-errors

export SWIFT

.PHONY: help run build test lint format bench torture sanitize fuzz oracle vectors holiday-data install uninstall clean

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile | awk -F'|' '{ printf "  make %-13s %s\n", $$1, $$2 }'

run: build  ## build, check the default configuration, show what rings next, and ring one demonstration
	@contrib/run.sh

build:  ## install what building needs and build the release, Swift's runtime linked statically
	@contrib/setup.sh run
	$(SWIFT) build -c release --static-swift-stdlib $(STRICT)

test:  ## install what the tests need and run them all, without a display, a session bus or a network
	@contrib/setup.sh test
	$(SWIFT) build --build-tests $(STRICT)
	@contrib/test/run.py

lint:  ## check the form of Swift and shell files
	@contrib/lint.sh

format:  ## give the Swift files the project's form
	$(SWIFT) format -i -p -r Sources Tests Package.swift contrib/bench contrib/fuzz contrib/oracle

bench: build  ## measure start-up, lateness, the journal, wake-ups and memory beside programs that do nothing, rules and workdays beside libraries
	@contrib/setup.sh oracle
	@.venv/bin/python3 contrib/bench/bench.py
	@.venv/bin/python3 contrib/bench/command.py
	@.venv/bin/python3 contrib/bench/webhooks.py
	@.venv/bin/python3 contrib/bench/calendars.py
	@.venv/bin/python3 contrib/bench/workdays.py
	@.venv/bin/python3 contrib/bench/planner.py
	@.venv/bin/python3 contrib/bench/rules.py

torture: build  ## kill the daemon a thousand times, hurry it through weeks, flood it, and give it bad receivers; counts what is lost
	@contrib/setup.sh torture
	@contrib/torture/run.py

sanitize:  ## run the tests under the thread and the address sanitizer
	@contrib/setup.sh test
	@for kind in thread address; do \
	  echo "$(SWIFT) build --build-tests --sanitize=$$kind --scratch-path .build-$$kind $(STRICT)"; \
	  $(SWIFT) build --build-tests --sanitize=$$kind --scratch-path .build-$$kind $(STRICT) || exit 1; \
	  contrib/test/run.py --scratch-path .build-$$kind --width 4 --minutes 60 || exit 1; \
	done

fuzz:  ## give every reader of outside data a million inputs that libFuzzer makes up
	@contrib/setup.sh test
	@contrib/fuzz/run.py

oracle:  ## compare 100,000 random rules and a million questions about workdays with independent programs; half an hour on two idle processors (SEED=5545)
	@contrib/setup.sh oracle
	.venv/bin/python3 contrib/oracle/compare/recurrences.py --seed $(SEED)
	.venv/bin/python3 contrib/oracle/compare/workdays.py --seed $(SEED)

vectors:  ## make the committed test vectors again with independent programs
	@contrib/setup.sh oracle
	@for script in contrib/oracle/*.py; do echo "$$script"; .venv/bin/python3 "$$script" || exit 1; done

holiday-data:  ## make the holidays of other countries again from PyPI's holidays, and the vectors that check them
	@[ -x .venv/bin/python3 ] || python3 -m venv --system-site-packages .venv
	.venv/bin/python3 -m pip install -q --disable-pip-version-check "holidays==$$(sed -n 's/^VERSION = "\(.*\)"/\1/p' contrib/generate/holidays.py)"
	.venv/bin/python3 contrib/generate/holidays.py
	.venv/bin/python3 contrib/oracle/regions.py

install:  ## install programs, default configuration and user unit (PREFIX=/usr/local DESTDIR=)
	@# Under sudo nothing is built: root need not know the toolchain, nor own files in .build.
	@if [ -z "$$SUDO_UID" ]; then $(MAKE) --no-print-directory build; elif [ ! -x $(RELEASE)/notifierd ]; then \
	  echo "make install: error: nothing is built yet; run first, without sudo: make build" >&2; exit 1; fi
	install -d "$(BINDIR)" "$(dir $(CONFIGURATION))" "$(DESTDIR)$(UNITDIR)" "$(APPLICATIONS)" "$(SHARE)/notifier/status-bars" \
	  $(foreach folder,$(COMPLETIONS) $(MANUALS),"$(SHARE)/$(folder)")
	install -s -m 755 $(RELEASE)/notifierd $(RELEASE)/notifierctl $(RELEASE)/notifier-calendars $(RELEASE)/notifier-sound "$(BINDIR)"
	sed 's|/usr/local/bin/|$(PREFIX)/bin/|' contrib/systemd/notifierd.service > "$(DESTDIR)$(UNITDIR)/notifierd.service"
	chmod 644 "$(DESTDIR)$(UNITDIR)/notifierd.service"
	install -m 644 contrib/desktop/notifier.desktop "$(APPLICATIONS)"
	install -m 644 contrib/schema/notifier.schema.json "$(SHARE)/notifier"
	install -m 644 contrib/status-bars/waybar.* contrib/status-bars/polybar.ini "$(SHARE)/notifier/status-bars"
	install -m 755 contrib/status-bars/i3status.sh "$(SHARE)/notifier/status-bars"
	install -m 644 contrib/completions/notifierctl.bash "$(SHARE)/bash-completion/completions/notifierctl"
	install -m 644 contrib/completions/_notifierctl "$(SHARE)/zsh/site-functions"
	install -m 644 contrib/completions/notifierctl.fish "$(SHARE)/fish/vendor_completions.d"
	for page in contrib/man/*.[1-8]; do install -m 644 "$$page" "$(SHARE)/man/man$${page##*.}" || exit 1; done
	for page in contrib/man/zh_CN/*.[1-8]; do install -m 644 "$$page" "$(SHARE)/man/zh_CN/man$${page##*.}" || exit 1; done
	@contrib/install-configuration.sh etc/notifier.yaml "$(CONFIGURATION)"

uninstall:  ## remove what install put there; the configuration stays
	rm -f "$(BINDIR)/notifierd" "$(BINDIR)/notifierctl" "$(BINDIR)/notifier-calendars" "$(BINDIR)/notifier-sound" \
	  "$(DESTDIR)$(UNITDIR)/notifierd.service" "$(APPLICATIONS)/notifier.desktop"
	rm -rf "$(SHARE)/notifier" "$(SHARE)/bash-completion/completions/notifierctl" "$(SHARE)/zsh/site-functions/_notifierctl" \
	  "$(SHARE)/fish/vendor_completions.d/notifierctl.fish"
	for page in contrib/man/*.[1-8]; do rm -f "$(SHARE)/man/man$${page##*.}/$${page##*/}"; done
	for page in contrib/man/zh_CN/*.[1-8]; do rm -f "$(SHARE)/man/zh_CN/man$${page##*.}/$${page##*/}"; done
	@if [ -e "$(CONFIGURATION)" ]; then echo "kept: $(CONFIGURATION)"; fi

clean:  ## remove everything that was built
	rm -rf .build .build-thread .build-address .build-fuzz .venv
