"use server";

import { redirect } from "next/navigation";
import { caseAction } from "@/app/actions/case-action";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { Refusal } from "@/lib/platform/refusal";
import { mapRows } from "@/lib/platform/setting";
import { copySettings } from "@/lib/snitches/copy-settings";
import { createSnitch, refuseBeyondLimit } from "@/lib/snitches/create";
import { newSnitch } from "@/lib/snitches/input";
import { parseForm } from "../snitches/forms/read-form";
import { newSnitchReaders, withFewerReminders } from "../snitches/forms/snitch-form";
import { loadOriginal } from "./load-original";

export const createSnitchAction = caseAction("manage_snitches", [], async ({ theCase, by, form }) => {
  // Checked before the fields: correcting them would not help a case that is on hold or has a full plan.
  await refuseBeyondLimit(theCase);
  const readers = newSnitchReaders(form);
  const original = form.has("from") && (await loadOriginal(theCase.id, form.get("from")));
  if (original === undefined) throw new Refusal("resource_invalid", ORIGINAL_DELETED);
  const copied = original ? await copySettings(original, "schedule" in readers) : {};
  const input = parseForm(newSnitch, {
    ...readers,
    ...mapRows(copied, (value, name) => [name, () => value]),
  });
  const { token } = await createSnitch(theCase, withFewerReminders(input), by, WHOLE_CASE);
  redirect(`/${theCase.id}/snitches/${token}/setup`);
});

const ORIGINAL_DELETED =
  "The snitch to duplicate has been deleted. Reload the page to add one with default settings.";
