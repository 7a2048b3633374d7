import type { TimesInWords } from "@/components/time-in-words";
import type { Fact, NewAuditEvent } from "@/lib/audit/record";

/** A time as the log stores it. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

type NameTime = TimesInWords["exact"];

function inWords(fact: Fact, nameTime: NameTime): string {
  if (fact === null || fact === "") return "nothing";
  if (Array.isArray(fact)) return fact.join(", ") || "nothing";
  return TIME.test(fact) ? nameTime(new Date(fact)) : `“${fact}”`;
}

/** One line for each fact, such as “Name: “Backup” → “Nightly backup””. Times are written as the reader reads them. */
export function factsInWords(facts: NonNullable<NewAuditEvent["facts"]>, nameTime: NameTime): string[] {
  return Object.entries(facts).map(([name, fact]) => {
    const label = `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll("_", " ")}`;
    if (fact !== null && typeof fact === "object" && !Array.isArray(fact)) {
      return `${label}: ${inWords(fact.from, nameTime)} → ${inWords(fact.to, nameTime)}`;
    }
    return `${label}: ${inWords(fact, nameTime)}`;
  });
}
