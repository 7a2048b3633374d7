"use server";

import { refresh } from "next/cache";
import { caseAction } from "@/app/actions/case-action";
import { readId } from "@/app/actions/inputs";
import { clearMark } from "@/lib/emails/clear-mark";

/** Lets Tattle email an address again whose emails bounced or were reported as spam. */
export const sendAgainAction = caseAction(
  "change_settings",
  [readId("address")],
  async ({ theCase, by, now }, markId) => {
    await clearMark(theCase.id, markId, by, now);
    refresh();
  },
);
