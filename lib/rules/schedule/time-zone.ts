/** The names of three letters that are in the IANA database. JavaScript knows more, such as IST, which mean nothing certain. */
const SHORT_NAMES = [
  "CET",
  "EET",
  "EST",
  "GMT",
  "HST",
  "MET",
  "MST",
  "PRC",
  "ROC",
  "ROK",
  "UCT",
  "UTC",
  "WET",
];

/** `Intl` also accepts offsets such as “+01:00”, which know no summer time. */
const NAME = /^[a-z][\w+-]*(\/[\w+-]+)*$/i;
const MAX_LENGTH = 64;

/** Names that `Intl` has accepted, in lower case: there are a few hundred. To ask it takes memory for a whole format. */
const zones = new Set<string>();

/** Whether this is the IANA name of a time zone, such as `Europe/Riga` or `UTC`. Safe for text from anywhere: keeps no other text. */
export function isTimeZone(name: string): boolean {
  if (name.length > MAX_LENGTH || !NAME.test(name)) return false;
  if (name.length === 3 && !SHORT_NAMES.includes(name.toUpperCase())) return false;
  const key = name.toLowerCase();
  if (zones.has(key)) return true;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    zones.add(key);
    return true;
  } catch {
    return false;
  }
}

/** Names that were replaced, but that `Intl` still responds with. */
const REPLACED = new Map(
  Object.entries({
    "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
    "America/Godthab": "America/Nuuk",
    "America/Indianapolis": "America/Indiana/Indianapolis",
    "Asia/Calcutta": "Asia/Kolkata",
    "Asia/Katmandu": "Asia/Kathmandu",
    "Asia/Rangoon": "Asia/Yangon",
    "Asia/Saigon": "Asia/Ho_Chi_Minh",
    "Atlantic/Faeroe": "Atlantic/Faroe",
    "Europe/Kiev": "Europe/Kyiv",
    "Pacific/Enderbury": "Pacific/Kanton",
    "Pacific/Ponape": "Pacific/Pohnpei",
    "Pacific/Truk": "Pacific/Chuuk",
  }),
);

/** Names that are no longer in the IANA database, and what took their place. */
const DROPPED = new Map([["US/Pacific-New", "America/Los_Angeles"]]);

const CURRENT_NAMES = new Map(
  [...Intl.supportedValuesOf("timeZone"), ...REPLACED.values(), "UTC"].map((name) => [
    name.toLowerCase(),
    name,
  ]),
);

/** The current IANA name of a time zone, in the usual spelling: `europe/kiev` is Europe/Kyiv. Null if there is none. */
export function currentTimezone(name: string): string | null {
  const dropped = DROPPED.get(name);
  if (dropped) return dropped;
  // Every page asks. To see whether `Intl` knows a name takes a tenth of a millisecond.
  const current = CURRENT_NAMES.get(name.toLowerCase());
  if (current) return REPLACED.get(current) ?? current;
  if (!isTimeZone(name)) return null;
  const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
  return REPLACED.get(timeZone) ?? timeZone;
}

const CITIES = new Map([...CURRENT_NAMES.values()].map((zone) => [cityIn(zone), REPLACED.get(zone) ?? zone]));

function cityIn(zone: string): string {
  return zone
    .slice(zone.lastIndexOf("/") + 1)
    .replaceAll("_", " ")
    .toLowerCase();
}

/** The time zone that a person means who types the city of its name: `Berlin` is Europe/Berlin. Other text stays as it is. */
export const zoneByCity = (text: string): string =>
  CITIES.get(text.trim().replaceAll("_", " ").toLowerCase()) ?? text;

/** The current name of the time zone that a person has typed, by its name or its city. Null if there is none. */
export const parseTimezone = (text: string): string | null => currentTimezone(zoneByCity(text.trim()));

/** The zone that times are computed in: UTC if this one is no longer known (see `isTimeZone`). */
export const workingTimezone = (name: string) => (isTimeZone(name) ? name : (DROPPED.get(name) ?? "UTC"));
