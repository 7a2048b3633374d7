"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { caseAction } from "@/app/actions/case-action";
import { fields, readId } from "@/app/actions/inputs";
import { removeView, renameView, saveView, viewName } from "@/lib/cases/saved-views";
import { parseQuery, parseQueryString, viewQuery } from "./filters";

/** The query of a view as the list writes it: without invalid values, and without the page. */
const query = z.string().transform((text) => viewQuery(parseQuery(parseQueryString(text)).view));

export const saveViewAction = caseAction(
  "see",
  [fields(z.object({ name: viewName, query }))],
  async ({ theCase, user }, view) => {
    await saveView(theCase.id, user.id, view);
    refresh();
  },
);

export const renameViewAction = caseAction(
  "see",
  [readId("view"), fields(z.object({ name: viewName }))],
  async ({ theCase, user }, id, { name }) => {
    await renameView(theCase.id, user.id, id, name);
    refresh();
  },
);

export const removeViewAction = caseAction("see", [readId("view")], async ({ theCase, user }, id) => {
  await removeView(theCase.id, user.id, id);
  refresh();
});
