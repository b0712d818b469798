#ifndef NOTIFIER_HOLIDAY_DATA_H
#define NOTIFIER_HOLIDAY_DATA_H

/// The holidays of one region as text; Sources/Workdays/RegionText.swift says in which form.
struct notifier_region {
  /// ISO 3166-1, as `DE`.
  const char *country;
  /// The part of ISO 3166-2 after the hyphen, as `BY`; empty for the country as a whole.
  const char *subdivision;
  /// UTF-8.
  const char *text;
};

/// All regions, sorted by country and then by subdivision: a country comes before its subdivisions.
///
/// Behind a function because Swift does not see an array whose length the header leaves open.
const struct notifier_region *notifier_all_regions(void);
extern const int notifier_region_count;

#endif
