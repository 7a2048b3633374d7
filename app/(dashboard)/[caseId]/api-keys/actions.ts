"use server";

import { refresh } from "next/cache";
import { caseAction } from "@/app/actions/case-action";
import { idOf } from "@/app/actions/inputs";
import { parse } from "@/lib/api/parse";
import { createApiKey, revokeApiKey } from "@/lib/cases/api-key";
import { newApiKey } from "@/lib/cases/input";

/** The result contains the key. It is not shown again. */
export const createApiKeyAction = caseAction("manage_keys", [], async ({ theCase, by, form, now }) => {
  const input = parse(newApiKey(now), Object.fromEntries(form));
  const { key } = await createApiKey(theCase.id, input, by);
  refresh();
  return { name: input.name, key };
});

export const revokeApiKeyAction = caseAction(
  "manage_keys",
  [idOf("API key")],
  async ({ theCase, by }, id) => {
    await revokeApiKey(theCase.id, id, by);
    refresh();
  },
);
