"use server";

import { refresh } from "next/cache";
import { caseAction } from "@/app/actions/case-action";
import { readId } from "@/app/actions/inputs";
import { addBadge } from "@/lib/pages/add-badge";
import { newBadge } from "@/lib/pages/badge-input";
import { revokeShare } from "@/lib/pages/revoke";
import { parse } from "@/lib/platform/parse";

export const addBadgeAction = caseAction("manage_sharing", [], async ({ theCase, by, form }) => {
  const { days, ...fields } = Object.fromEntries(form);
  await addBadge(theCase.id, parse(newBadge, { ...fields, days: Number(days) }), by);
  refresh();
});

export const revokeShareAction = caseAction(
  "manage_sharing",
  [readId("badge")],
  async ({ theCase, by }, id) => {
    await revokeShare(theCase.id, "badge", id, by);
    refresh();
  },
);
