import { randomUUID } from "node:crypto";
import type { Actor } from "@/lib/audit/record";
import type { KeyScope } from "@/lib/cases/key-scope";
import type { Case } from "@/lib/platform/generated/client";
import { slugify } from "@/lib/rules/slug";
import { createSnitch } from "@/lib/snitches/create";
import type { NewSnitch } from "@/lib/snitches/input";
import { chooseName, filtersAfter, orNone, type Version } from "./changes";
import { formatEvery } from "./schedule";
import { NO_FILTERS } from "./settings";
import { parseTags, type Spec } from "./spec";

const DEFAULT_TIMEOUT_SECONDS = 86_400;
const DEFAULT_GRACE_SECONDS = 3_600;

/** Creates the snitch of a new check, and returns its UUID. */
export async function createCheck(
  theCase: Case,
  spec: Spec,
  { channels, version, scope }: { channels: string[]; version: Version; scope: KeyScope },
  by: Actor,
): Promise<string> {
  const token = randomUUID();
  const filters = orNone(filtersAfter(NO_FILTERS, spec));
  const slug = spec.slug ?? (version < 3 ? slugify(spec.name ?? "") : "");
  const input = buildNewSnitch(spec, token, channels);
  await createSnitch(theCase, input, by, scope, { token, slug, ...(filters && { filters }) });
  return token;
}

/** The grace is also how long a run may take. */
function buildNewSnitch(spec: Spec, uuid: string, channels: string[]): NewSnitch {
  const { timeout = DEFAULT_TIMEOUT_SECONDS, grace = DEFAULT_GRACE_SECONDS } = spec;
  return {
    name: chooseName(spec, uuid),
    notes: spec.desc ?? "",
    tags: parseTags(spec.tags ?? ""),
    alert_type: "basic",
    alert_email: [],
    schedule: spec.schedule ?? formatEvery(timeout),
    ...(spec.tz !== undefined && { timezone: spec.tz }),
    grace,
    max_runtime: grace,
    channels,
  };
}
