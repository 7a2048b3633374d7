import { z } from "zod";
import type { Action } from "./actions";
import type { Facts } from "./fact";

const fact = z.union([z.string(), z.array(z.string()), z.null()]);

/** The JSON of an audit event in the API, in the webhook of the installation and, as columns, in the file. */
export const presentedEvent = z.object({
  id: z.uuid().meta({ examples: ["019e6730-2400-7b52-9a3f-4a1c2b3d4e5f"] }),
  at: z.iso.datetime({ precision: 3 }).meta({ examples: ["2026-05-27T08:00:00.000Z"] }),
  case: z.uuid().meta({
    description: "The id of the case, as in its pages’ URLs.",
    examples: ["019e6730-0000-7b52-9a3f-4a1c2b3d4e5f"],
  }),
  action: z
    .string()
    .meta({ description: "What was done, such as `snitch.changed`.", examples: ["api_key.created"] }),
  actor: z.object({
    kind: z.enum(["user", "api_key", "operator", "tattle"]),
    id: z.uuid().nullable().meta({ description: "The id of the person or API key; null for others." }),
    name: z.string().meta({ examples: ["ada@example.com"] }),
    address: z
      .string()
      .nullable()
      .meta({ description: "The client’s IP address.", examples: ["192.0.2.7"] }),
  }),
  resource: z.object({
    id: z.string().meta({
      description: "The token of a snitch or the id of anything else.",
      examples: ["019e6730-2200-7b52-9a3f-4a1c2b3d4e5f"],
    }),
    name: z.string().meta({ description: "Its name at the time.", examples: ["Cron jobs"] }),
  }),
  facts: z.record(z.string(), z.union([fact, z.object({ from: fact, to: fact })])).meta({
    description: "More details; for a changed attribute, its previous and new value.",
    examples: [{ access: "ping" }],
  }),
});

export type PresentedEvent = z.output<typeof presentedEvent>;

export type PresentableEvent = {
  id: string;
  at: Date;
  caseId: string;
  action: Action;
  actorKind: PresentedEvent["actor"]["kind"];
  actorId: string | null;
  actorName: string;
  address: string;
  resourceId: string;
  resourceName: string;
  facts: Facts;
};

export const presentEvent = (event: PresentableEvent): PresentedEvent => ({
  id: event.id,
  at: event.at.toISOString(),
  case: event.caseId,
  action: event.action,
  actor: {
    kind: event.actorKind,
    id: event.actorId,
    name: event.actorName,
    address: event.address || null,
  },
  resource: { id: event.resourceId, name: event.resourceName },
  facts: event.facts,
});
