import { z } from "zod";
import type { ComparedFile } from "./compare-file";
import { mapSections, VERSION } from "./configuration";
import { type Action, type Change, RESOURCES, type Resource } from "./diff";
import type { AlertsOfChange } from "./replay-changes";

const ACTIONS = { create: "create", change: "update", remove: "delete", unchanged: "unchanged" } as const;

const presentedChange = z.object({
  action: z.enum(["create", "update", "delete"]).meta({ examples: ["update"] }),
  kind: z.enum(Object.keys(RESOURCES) as Resource[]).meta({ examples: ["snitch"] }),
  key: z.string().meta({
    description: "Empty for the case’s settings, escalation and policies.",
    examples: ["nightly-backup"],
  }),
  name: z.string().meta({ examples: ["Nightly backup"] }),
  fields: z.array(z.object({ name: z.string(), before: z.unknown(), after: z.unknown() })).meta({
    description: "The attributes that change, or those set on a new object. Secrets are never shown.",
    examples: [[{ name: "interval", before: "daily", after: "hourly" }]],
  }),
});

const replayed = z.object({ alerts_90d: z.object({ before: z.int(), after: z.int() }) });

const digest = z
  .string()
  .meta({ examples: ["9c1185a5c5e9fc54612808977ee8f548b2258d31a3a2f0b2d1f4d5c6a7b8c9d0"] });

/** The JSON of a plan. */
export const presentedPlan = z.object({
  digest: digest.meta({ description: "Identifies this plan: send it to apply the plan." }),
  summary: z
    .object({ create: z.int(), update: z.int(), delete: z.int(), unchanged: z.int() })
    .meta({ examples: [{ create: 0, update: 1, delete: 0, unchanged: 0 }] }),
  changes: z.array(
    presentedChange.extend({
      replay: replayed.nullable().meta({
        description:
          "How many alerts would have been sent in the last 90 days, with the current and with the new settings. Null if unknown.",
      }),
    }),
  ),
  missing_secrets: z.array(z.string()).meta({ description: "Send them in `secrets` to apply the file." }),
  warnings: z.array(z.string()),
});

/** The JSON of what was applied. */
export const presentedDone = z.object({ digest, done: z.array(presentedChange) });

/** A file as the body of a request. */
export const sentFile = z.looseObject({
  version: z.literal(VERSION).meta({ description: "The version of the format." }),
  case: z.string().optional().meta({ description: "The name or the id of the case, for people." }),
  ...mapSections(({ body }) => body.optional()),
});

/** The body of an apply, if it is not the file alone. */
export const sentWithSecrets = z.looseObject({
  file: z.union([z.string(), sentFile]).meta({ description: "The file, as text or as an object." }),
  secrets: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: "The values of the variables that `env` names." }),
});

const presentChange = ({ action, resource, key, name, attributes }: Change) => ({
  action: ACTIONS[action as Exclude<Action, "unchanged">],
  kind: resource,
  key,
  name,
  fields: attributes.map(({ attribute, before, after }) => ({ name: attribute, before, after })),
});

export const presentPlan = (
  { digest, counts, changes, missing, note }: ComparedFile,
  { replays, warnings }: { replays: Map<Change, AlertsOfChange>; warnings: string[] },
): z.output<typeof presentedPlan> => ({
  digest,
  summary: {
    create: counts.create,
    update: counts.change,
    delete: counts.remove,
    unchanged: counts.unchanged,
  },
  changes: changes.map((change) => {
    const alerts = replays.get(change);
    return { ...presentChange(change), replay: alerts ? { alerts_90d: alerts } : null };
  }),
  missing_secrets: [...new Set(missing.map(({ variable }) => variable))],
  warnings: [...(note ? [note] : []), ...warnings],
});

export const presentDone = ({ digest, changes }: ComparedFile): z.output<typeof presentedDone> => ({
  digest,
  done: changes.map(presentChange),
});
