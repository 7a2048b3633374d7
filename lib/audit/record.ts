import { insertMany } from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import type { Via } from "@/lib/rules/incidents/incident";
import type { Action } from "./actions";
import type { Fact, Facts } from "./fact";
import { enqueueForWebhook } from "./outbox";

/** Who makes a change. `address` is the client's IP address; empty if there is no request. */
export type Actor =
  | KeyActor
  | {
      kind: "user" | "operator" | "tattle";
      /** The id of the user; null for others. */
      id: string | null;
      name: string;
      address: string;
      /** How, if not in the usual way of the kind: the audit log has it, too. */
      via?: Via;
    };

/** A program that makes a change with an API key. `isFormerSecret`: with one from before a rotation. */
export type KeyActor = {
  kind: "api_key";
  id: string;
  name: string;
  address: string;
  isFormerSecret: boolean;
};

/** Who uses a key, from an address. */
export const actorOfKey = (
  { id, name, isFormerSecret }: Pick<KeyActor, "id" | "name" | "isFormerSecret">,
  address: string,
): KeyActor => ({ kind: "api_key", id, name, address, isFormerSecret });

/** The operator of the installation, at its command line. */
export const OPERATOR: Actor = { kind: "operator", id: null, name: "operator", address: "" };

/** Tattle itself, for changes that no person makes. */
export const TATTLE: Actor = { kind: "tattle", id: null, name: "Tattle", address: "" };

const VIAS: Record<Actor["kind"], Via> = {
  user: "page",
  api_key: "api",
  operator: "server",
  tattle: "server",
};

/** How this person or program makes a change. */
export const chooseVia = (by: Actor): Via => (by.kind !== "api_key" && by.via) || VIAS[by.kind];

export type { Fact };

export type NewAuditEvent = {
  action: Action;
  /** The resource that was changed, with the name it had: a snitch by its token, any other by its id. */
  resource: { id: string; name: string };
  /** More details; for a changed attribute, its previous and new value. Never a secret. */
  facts?: Facts;
  /** When it was changed; by default now. */
  at?: Date;
};

type StoredEvent = NewAuditEvent & { id: string; at: Date };

/** Records who changed what in a case. Call it in the transaction of the change itself. */
export async function recordEvents(
  sql: Sql,
  caseId: string,
  actor: Actor,
  events: NewAuditEvent[],
): Promise<void> {
  // Ids of one process are in order, even within a millisecond.
  const rows = events.map((event) => ({
    ...event,
    ...(actor.kind !== "api_key" && actor.via && { facts: { ...event.facts, via: actor.via } }),
    id: newId(),
    at: event.at ?? new Date(),
  }));
  await insertMany<StoredEvent>(
    sql,
    "audit_events",
    [
      ["id", "uuid", ({ id }) => id],
      ["at", "time", ({ at }) => at],
      ["case_id", "uuid", () => caseId],
      ["actor_kind", "enum actor_kind", () => actor.kind],
      ["actor_id", "uuid", () => actor.id],
      ["actor_name", "text", () => actor.name],
      ["address", "text", () => actor.address],
      ["action", "text", ({ action }) => action],
      ["resource_id", "text", ({ resource }) => resource.id],
      ["resource_name", "text", ({ resource }) => resource.name],
      ["facts", "json", ({ facts }) => facts ?? {}],
    ],
    rows,
  );
  await enqueueForWebhook(
    sql,
    rows.map(({ resource, facts = {}, ...event }) => ({
      ...event,
      caseId,
      actorKind: actor.kind,
      actorId: actor.id,
      actorName: actor.name,
      address: actor.address,
      resourceId: resource.id,
      resourceName: resource.name,
      facts,
    })),
  );
}

const MAX_CHARACTERS = 300;

/** The attributes whose values differ, each with its value before and after. Long texts are cut. */
export function changesBetween(
  before: Record<string, Fact | undefined>,
  after: Record<string, Fact | undefined>,
) {
  const changes = Object.entries(after).flatMap(([name, to]) => {
    const from = before[name] ?? null;
    if (to === undefined || JSON.stringify(from) === JSON.stringify(to)) return [];
    return [[name, { from: cut(from), to: cut(to) }] as const];
  });
  return Object.fromEntries(changes);
}

const cut = (value: Fact): Fact =>
  typeof value === "string" && value.length > MAX_CHARACTERS
    ? `${value.slice(0, MAX_CHARACTERS).toWellFormed()}…`
    : value;
