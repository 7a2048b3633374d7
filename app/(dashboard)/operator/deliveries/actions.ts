"use server";

import { refresh } from "next/cache";
import { userAction } from "@/app/actions/user-action";
import { currentOperator } from "@/app/sign-in/session";
import { type TriedAgain, tryAgain } from "@/lib/delivery/try-again";
import { Refusal } from "@/lib/platform/refusal";
import { isUuid } from "@/lib/rules/uuid";

const NOTHING_CHOSEN = "Select at least one message.";
/** One page of the list. */
const MAX_CHOSEN = 100;

const retry = userAction("/operator/deliveries", [], async ({ by, form }): Promise<TriedAgain> => {
  const ids = chosenIn(form);
  if (ids.length === 0) throw new Refusal("resource_invalid", NOTHING_CHOSEN);
  const result = await tryAgain(ids, by);
  refresh();
  return result;
});

/** Sends messages of any case again, for the operator. */
export async function tryAgainAction(...args: Parameters<typeof retry>): ReturnType<typeof retry> {
  await currentOperator();
  return retry(...args);
}

/** The message whose own button was clicked; otherwise all of the page, if requested; otherwise those selected. */
function chosenIn(form: FormData): string[] {
  const only = form.get("only");
  const field = form.get("all") === "yes" ? "listed" : "chosen";
  const ids = only === null ? form.getAll(field) : [only];
  return [...new Set(ids)].filter(isUuid).slice(0, MAX_CHOSEN);
}
