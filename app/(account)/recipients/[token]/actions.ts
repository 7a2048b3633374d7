"use server";

import { refresh } from "next/cache";
import { fields, text } from "@/app/actions/inputs";
import { publicAction } from "@/app/actions/public-action";
import { ownFrequency } from "@/lib/cases/input";
import { changeRecipientFrequency, confirmRecipient, returnRecipient } from "@/lib/emails/recipients/choices";
import { leave } from "@/lib/notifications/leave";

export const confirmRecipientAction = publicAction([text], async ({ now }, token) => {
  await confirmRecipient(token, now);
  refresh();
});

export const leaveAction = publicAction([text], async ({ now }, token) => {
  await leave(token, now);
  refresh();
});

export const returnRecipientAction = publicAction([text], async ({ now }, token) => {
  await returnRecipient(token, now);
  refresh();
});

export const changeRecipientFrequencyAction = publicAction(
  [text, fields(ownFrequency)],
  async (_, token, { frequency }) => {
    await changeRecipientFrequency(token, frequency);
    refresh();
  },
);
