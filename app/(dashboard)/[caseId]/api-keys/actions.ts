"use server";

import { refresh } from "next/cache";
import { caseAction, caseActions } from "@/app/actions/case-action";
import { CONFIRMED } from "@/app/actions/confirmation";
import { fields, readId } from "@/app/actions/inputs";
import { readPicked } from "@/components/snitches/selection/picked";
import { createApiKey, revokeApiKey } from "@/lib/cases/api-key";
import { keyRotation, newApiKey, snitchLimitChange } from "@/lib/cases/input";
import { rotateApiKey } from "@/lib/cases/rotate-api-key";
import { changeDsnSnitchLimit, changeSnitchLimit } from "@/lib/cases/snitch-limit";
import { parse } from "@/lib/platform/refusal";
import { replaceDsn } from "@/lib/protocols/sentry/replace-dsn";
import { resolveNames } from "@/lib/snitches/resolve-names";
import { parseKeyUse, toKeyUse } from "./key-uses";

const onKey = caseActions("manage_keys", readId("API key"));

/** The result contains the key. It is not shown again. */
export const createApiKeyAction = caseAction(
  "manage_keys",
  [],
  async ({ theCase, by, form, now }) => {
    const { use = "tattle:full", snitch_limit, ...fields } = Object.fromEntries(form);
    const snitches = await resolveNames(theCase.id, "snitches", readPicked(form, "snitches"));
    const kindAndAccess = parseKeyUse(String(use));
    // Without scripts the field is there for every use.
    const limit = kindAndAccess.access === "ping" ? { snitch_limit } : {};
    const input = parse(newApiKey(now), { ...fields, ...limit, ...kindAndAccess, snitches });
    const { key } = await createApiKey(theCase.id, input, by);
    refresh();
    return { name: input.name, key, use: toKeyUse(input) };
  },
  CONFIRMED,
);

export const revokeApiKeyAction = onKey(({ theCase, by }, id) => revokeApiKey(theCase.id, id, by));

/** The result contains the new secret. It is not shown again. */
export const rotateApiKeyAction = caseAction(
  "manage_keys",
  [readId("API key"), fields(keyRotation)],
  async ({ theCase, by, now }, id, { overlap_hours: hours }) => {
    const { key, formerWorksUntil } = await rotateApiKey(theCase.id, id, hours, by, now);
    refresh();
    return { value: key, formerWorksUntil: hours > 0 ? formerWorksUntil : null };
  },
  CONFIRMED,
);

export const changeSnitchLimitAction = caseAction(
  "manage_keys",
  [readId("API key"), fields(snitchLimitChange)],
  async ({ theCase, by }, id, { snitchLimit }) => {
    await changeSnitchLimit(theCase.id, id, snitchLimit, by);
    refresh();
  },
);

export const changeDsnSnitchLimitAction = caseAction(
  "manage_keys",
  [fields(snitchLimitChange)],
  async ({ theCase, by }, { snitchLimit }) => {
    await changeDsnSnitchLimit(theCase.id, snitchLimit, by);
    refresh();
  },
);

export const replaceDsnAction = caseAction(
  "manage_keys",
  [],
  async ({ theCase, by }) => {
    await replaceDsn(theCase.id, by);
    refresh();
  },
  CONFIRMED,
);
