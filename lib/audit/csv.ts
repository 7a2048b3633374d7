import { csvCell } from "@/lib/rules/csv";
import { type EventFilter, type ListedEvent, listEvents } from "./list";

const COLUMNS: [string, (event: ListedEvent) => string][] = [
  ["time", ({ at }) => at.toISOString()],
  ["actor", ({ actorName }) => actorName],
  ["kind of actor", ({ actorKind }) => actorKind],
  ["address", ({ address }) => address],
  ["action", ({ action }) => action],
  ["resource", ({ resourceName }) => resourceName],
  ["id of the resource", ({ resourceId }) => resourceId],
  ["facts", ({ facts }) => (Object.keys(facts).length === 0 ? "" : JSON.stringify(facts))],
  ["id", ({ id }) => id],
];

/** The events of a case as CSV, newest first, page by page. */
export async function* auditCsv(caseId: string, filter: EventFilter): AsyncGenerator<string> {
  yield line(COLUMNS.map(([name]) => name));
  for (let before: string | null | undefined = filter.before; before !== null; ) {
    const { events, next } = await listEvents(caseId, { ...filter, before });
    yield events.map((event) => line(COLUMNS.map(([, value]) => value(event)))).join("");
    before = next;
  }
}

const line = (values: string[]) => `${values.map(csvCell).join(",")}\r\n`;
