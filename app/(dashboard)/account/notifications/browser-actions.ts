"use server";

import { refresh } from "next/cache";
import { headers } from "next/headers";
import { z } from "zod";
import { caseAction } from "@/app/actions/case-action";
import { fields, readId } from "@/app/actions/inputs";
import { addBrowser, removeBrowser, testBrowser } from "@/lib/channels/browsers";
import { formatBrowser } from "../format-browser";

const subscription = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() });

/** Every member chooses the browsers in which they are notified. */
export const addBrowserAction = caseAction(
  "see",
  [fields(subscription)],
  async ({ theCase, user, by }, input) => {
    const browser = formatBrowser((await headers()).get("user-agent") ?? "");
    await addBrowser(theCase.id, user, { ...input, browser }, by);
    refresh();
  },
);

export const removeBrowserAction = caseAction(
  "see",
  [readId("browser")],
  async ({ theCase, user, by }, id) => {
    const browser = await removeBrowser(theCase.id, user.id, id, by);
    refresh();
    return browser;
  },
);

export const testBrowserAction = caseAction(
  "see",
  [readId("browser")],
  async ({ theCase, user, now }, id) => {
    const { outcome, text } = await testBrowser(theCase.id, user.id, id, now);
    refresh();
    return { outcome, text };
  },
);
