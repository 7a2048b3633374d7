"use server";

import { refresh } from "next/cache";
import { text } from "@/app/actions/inputs";
import { publicAction } from "@/app/actions/public-action";
import { confirmSubscription, leavePage } from "@/lib/status-pages/subscribers/manage";

export const confirmSubscriptionAction = publicAction([text], async ({ now, form }, token) => {
  await confirmSubscription(token, form.getAll("components").map(String), now);
  refresh();
});

export const leavePageAction = publicAction([text], async (_, token) => {
  await leavePage(token);
  refresh();
});
