"use server";

import { refresh } from "next/cache";
import { caseAction } from "@/app/actions/case-action";
import { readId } from "@/app/actions/inputs";
import { askAgain } from "@/lib/emails/recipients/ask";

/** Asks an address outside the case to confirm, at the request of a person. */
export const askRecipientAction = caseAction(
  "manage_snitches",
  [readId("recipient")],
  async ({ theCase, by, now }, recipientId) => {
    await askAgain(theCase.id, recipientId, by, now);
    refresh();
  },
);
