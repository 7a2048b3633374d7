"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { caseAction, caseActions } from "@/app/actions/case-action";
import { readId } from "@/app/actions/inputs";
import { currentReader } from "@/app/sign-in/reader";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { notFound, parse } from "@/lib/platform/refusal";
import { addBadge } from "@/lib/status-pages/add-badge";
import { newBadge } from "@/lib/status-pages/badge-input";
import { findPageById } from "@/lib/status-pages/find-page";
import { newPage, pageChanges } from "@/lib/status-pages/page-input";
import { revokeShare } from "@/lib/status-pages/revoke";
import { addPage, changePage } from "@/lib/status-pages/save-page";
import { removeSubscriber } from "@/lib/status-pages/subscribers/list";
import { readAccess, readContent, readLook, readNewPage, readPublishing, readVisibility } from "./page-form";

const onPage = caseActions("manage_sharing", readId("page"));

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

export const addPageAction = caseAction("manage_sharing", [], async ({ theCase, by, form }) => {
  refuseIfOnHold(theCase);
  const { display } = await currentReader();
  const fields = await readNewPage(theCase.id, form);
  const input = parse(newPage, { ...fields, timezone: display.zone });
  await addPage(theCase.id, input, by);
  redirect(`/${theCase.id}/status-pages/pages/${input.slug}`);
});

/** Saves what a form of the editor has. */
const editorAction = (read: (form: FormData) => object) =>
  caseAction("manage_sharing", [readId("page")], async ({ theCase, by, form }, id) => {
    refuseIfOnHold(theCase);
    const page = await readPage(theCase.id, id);
    const slug = await changePage(theCase.id, page.slug, parse(pageChanges, await read(form)), by);
    if (slug !== page.slug) redirect(`/${theCase.id}/status-pages/pages/${slug}?tab=access`);
    refresh();
  });

export const publishPageAction = editorAction(readVisibility);
export const changeContentAction = editorAction(readContent);
export const changeAccessAction = editorAction(readAccess);
export const changeLookAction = editorAction(readLook);
export const changePublishingAction = editorAction(readPublishing);

export const replaceKeyAction = onPage(async ({ theCase, by }, id) => {
  const page = await readPage(theCase.id, id);
  await changePage(theCase.id, page.slug, { replace_key: true }, by);
});

export const revokePageAction = onPage(async ({ theCase, by }, id) => {
  await revokeShare(theCase.id, "page", id, by);
  redirect(`/${theCase.id}/status-pages`);
});

export const removeSubscriberAction = caseAction(
  "manage_sharing",
  [readId("page"), readId("subscriber")],
  async ({ theCase, by }, pageId, id) => {
    const page = await readPage(theCase.id, pageId);
    await removeSubscriber(theCase.id, page.slug, id, by);
    refresh();
  },
);

async function readPage(caseId: string, id: string) {
  const page = await findPageById(caseId, id);
  if (!page) throw notFound("page");
  return page;
}
