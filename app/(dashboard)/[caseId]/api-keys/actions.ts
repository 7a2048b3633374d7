"use server";

import { refresh } from "next/cache";
import { outcomeOf } from "@/app/outcome";
import type { Outcome } from "@/components/ui/form";
import { parse } from "@/lib/api/parse";
import { issueApiKey, revokeApiKey } from "@/lib/cases/api-key";
import { newApiKey } from "@/lib/cases/input";
import { currentCase } from "@/lib/session";

/** The only time the key is shown is in this answer. */
export type Issued = Outcome & { issued?: { name: string; key: string } };

export async function issue(caseId: string, _previous: Issued, form: FormData): Promise<Issued> {
  const { owner } = await currentCase(caseId);
  let issued: Issued["issued"];
  const outcome = await outcomeOf(form, async () => {
    const { name } = parse(newApiKey, Object.fromEntries(form));
    const { key } = await issueApiKey(owner.id, name);
    issued = { name, key };
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
  const { owner } = await currentCase(caseId);
  return outcomeOf(form, async () => {
    await revokeApiKey(owner.id, id);
    refresh();
  });
}
