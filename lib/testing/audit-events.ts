import { newId } from "@/lib/platform/new-id";

/** So many events of an audit log, one after another from this long ago on. Those of the last seconds are not sent yet. */
export const someAuditEvents = (count: number, msAgo = 60_000) =>
  Array.from({ length: count }, (_, i) => ({
    id: newId(new Date(Date.now() - msAgo + i)),
    at: new Date("2026-03-10T00:00Z"),
    caseId: newId(),
    action: "snitch.created" as const,
    actorKind: "user" as const,
    actorId: null,
    actorName: "ada@example.com",
    address: "192.0.2.7",
    resourceId: `${i}`,
    resourceName: `Job ${i}`,
    facts: {},
  }));
