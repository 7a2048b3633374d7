import { newId } from "@/lib/platform/new-id";

/** This many events of an audit log, a millisecond apart, the first this long ago. Those of the last seconds are not sent yet. */
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
