"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { caseAction, caseCommand } from "@/app/actions/case-action";
import { snitchToken, text } from "@/app/actions/inputs";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { updateSnitch } from "@/lib/monitoring/update";
import { notFound, parse } from "@/lib/platform/refusal";
import { previewChecks } from "@/lib/replay/preview-checks";
import { findSnitch } from "@/lib/snitches/find";
import { snitchChanges } from "@/lib/snitches/input";
import { runs } from "@/lib/snitches/settings/runs";
import { readChecks } from "../forms/run-form";

const someChecks = z.object({ checks: runs.checks.input });

/** What the checks in a field would have raised in the past. */
export const previewChecksCommand = caseCommand(
  "manage_snitches",
  [snitchToken, text],
  async ({ theCase, now }, token, field) => {
    const { checks } = parse(someChecks, { checks: readChecks(field) });
    return checks?.length ? previewChecks(theCase.id, token, checks, now) : "There are no checks.";
  },
);

/** Adds a check that was suggested. */
export const addCheckAction = caseAction(
  "manage_snitches",
  [snitchToken, text],
  async ({ theCase, by, now }, token, check) => {
    const snitch = await findSnitch(theCase.id, token);
    if (!snitch) throw notFound("snitch");
    const changes = parse(snitchChanges, { checks: [...new Set([...snitch.checks, check])] });
    await updateSnitch(theCase.id, token, changes, now, by, WHOLE_CASE);
    refresh();
  },
);
