import type { Fact, NewAuditEvent } from "@/lib/audit/record";

const inWords = (fact: Fact): string => {
  if (fact === null || fact === "") return "nothing";
  return Array.isArray(fact) ? fact.join(", ") || "nothing" : `“${fact}”`;
};

/** One line for each fact, such as “Name: “Backup” → “Nightly backup””. */
export function factsInWords(facts: NonNullable<NewAuditEvent["facts"]>): string[] {
  return Object.entries(facts).map(([name, fact]) => {
    const label = `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll("_", " ")}`;
    if (fact !== null && typeof fact === "object" && !Array.isArray(fact)) {
      return `${label}: ${inWords(fact.from)} → ${inWords(fact.to)}`;
    }
    return `${label}: ${inWords(fact)}`;
  });
}
