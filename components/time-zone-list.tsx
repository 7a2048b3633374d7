/** The `list` of fields for a time zone. */
export const TIME_ZONES = "time-zones";

/**
 * The time zones that fields on the same page suggest. For server components: browsers know other lists of zones, so that
 * a client component would not hydrate.
 */
export const TimeZoneList = ({ first = "UTC" }: { first?: string }) => (
  <datalist id={TIME_ZONES}>
    {[...new Set([first, "UTC", ...Intl.supportedValuesOf("timeZone")])].map((zone) => (
      <option key={zone} value={zone} />
    ))}
  </datalist>
);
