import { localTimeAt } from "./zone-time";

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

/** Whether this is the IANA name of a time zone, such as `Europe/Riga` or `UTC`. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false;
  if (name.length === 3 && !SHORT_NAMES.includes(name.toUpperCase())) return false;
  try {
    localTimeAt(name, 0);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
