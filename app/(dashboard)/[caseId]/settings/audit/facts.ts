import type { Fact, NewAuditEvent } from "@/lib/audit/record";

const said = (fact: Fact): string => {
  if (fact === null || fact === "") return "nothing";
  return Array.isArray(fact) ? fact.join(", ") || "nothing" : `“${fact}”`;
};

/** “Name: “Backup” → “Nightly backup””, a line for each. */
export function factsInWords(facts: NonNullable<NewAuditEvent["facts"]>): string[] {
  return Object.entries(facts).map(([name, fact]) => {
    const label = `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll("_", " ")}`;
    if (fact !== null && typeof fact === "object" && !Array.isArray(fact)) {
      return `${label}: ${said(fact.from)} → ${said(fact.to)}`;
    }
    return `${label}: ${said(fact)}`;
  });
}
