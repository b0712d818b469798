#pragma once
#include <gio/gio.h>
#include <libnotify/notify.h>

// A macro with a cast, which Swift does not import.
static const GType notifier_g_type_int = G_TYPE_INT;
