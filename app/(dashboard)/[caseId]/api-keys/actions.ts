"use server";

import { refresh } from "next/cache";
import { idOf } from "@/app/form-input";
import type { Outcome } from "@/components/ui/form";
import { parse } from "@/lib/api/parse";
import { createApiKey, revokeApiKey } from "@/lib/cases/api-key";
import { newApiKey } from "@/lib/cases/input";
import { runCaseAction } from "../case-action";

/** The only time the key is shown is in this answer. */
export type Issued = Outcome & { issued?: { name: string; key: string } };

export async function issue(caseId: string, _previous: Issued, form: FormData): Promise<Issued> {
  let issued: Issued["issued"];
  const outcome = await runCaseAction(caseId, "manage_keys", form, async ({ theCase, by }) => {
    const wanted = parse(newApiKey(new Date()), Object.fromEntries(form));
    const { key } = await createApiKey(theCase.id, wanted, by);
    issued = { name: wanted.name, key };
    refresh();
  });
  return { ...outcome, issued };
}

export async function revoke(
  caseId: string,
  id: string,
  _previous: Outcome,
  form: FormData,
): Promise<Outcome> {
  return runCaseAction(caseId, "manage_keys", form, async ({ theCase, by }) => {
    await revokeApiKey(theCase.id, idOf("API key", id), by);
    refresh();
  });
}
