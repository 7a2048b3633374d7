"use server";

import { refresh } from "next/cache";
import { caseAction } from "@/app/actions/case-action";
import { readId } from "@/app/actions/inputs";
import { createApiKey, revokeApiKey } from "@/lib/cases/api-key";
import { newApiKey } from "@/lib/cases/input";
import { parse } from "@/lib/platform/parse";
import { replaceDsn } from "@/lib/protocols/sentry/replace-dsn";
import { parseKeyUse, toKeyUse } from "./key-uses";

/** The result contains the key. It is not shown again. */
export const createApiKeyAction = caseAction("manage_keys", [], async ({ theCase, by, form, now }) => {
  const { use = "tattle:full", ...fields } = Object.fromEntries(form);
  const input = parse(newApiKey(now), { ...fields, ...parseKeyUse(String(use)) });
  const { key } = await createApiKey(theCase.id, input, by);
  refresh();
  return { name: input.name, key, use: toKeyUse(input) };
});

export const revokeApiKeyAction = caseAction(
  "manage_keys",
  [readId("API key")],
  async ({ theCase, by }, id) => {
    await revokeApiKey(theCase.id, id, by);
    refresh();
  },
);

export const replaceDsnAction = caseAction("manage_keys", [], async ({ theCase, by }) => {
  await replaceDsn(theCase.id, by);
  refresh();
});
