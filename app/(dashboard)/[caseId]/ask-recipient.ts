"use server";

import { refresh } from "next/cache";
import { caseAction } from "@/app/actions/case-action";
import { idOf } from "@/app/actions/inputs";
import { askAgain } from "@/lib/cases/ask-recipients";

/** Asks an address outside the case to confirm, when a person wants that. */
export const askRecipientAction = caseAction(
  "manage_snitches",
  [idOf("recipient")],
  async ({ theCase, by, now }, recipientId) => {
    await askAgain(theCase.id, recipientId, by, now);
    refresh();
  },
);
