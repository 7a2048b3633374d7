"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { caseAction, caseActions } from "@/app/actions/case-action";
import { readId } from "@/app/actions/inputs";
import { parse } from "@/lib/platform/refusal";
import { addNotice } from "@/lib/status-pages/notices/add";
import { changeNotice, removeNotice } from "@/lib/status-pages/notices/change";
import { newUpdate, noticeChanges } from "@/lib/status-pages/notices/input";
import { addUpdate, removeUpdate } from "@/lib/status-pages/notices/update";
import { readAffected } from "./form-fields";
import { readNewNotice, readOwnTimes, readUpdate } from "./notice-form";

const onNotice = caseActions("manage_snitches", readId("notice"));

export const addNoticeAction = caseAction("manage_snitches", [], async ({ theCase, by, now, form }) => {
  const id = await addNotice(theCase.id, readNewNotice(form), now, by);
  redirect(`/${theCase.id}/status-pages/notices/${id}`);
});

export const addUpdateAction = onNotice(({ theCase, by, now, form }, id) =>
  addUpdate(theCase.id, id, parse(newUpdate, readUpdate(form)), now, by),
);

export const removeUpdateAction = caseAction(
  "manage_snitches",
  [readId("notice"), readId("update")],
  async ({ theCase, by, now }, noticeId, updateId) => {
    await removeUpdate(theCase.id, { noticeId, updateId }, now, by);
    refresh();
  },
);

export const changeNoticeAction = onNotice(async ({ theCase, by, now, form }, id) => {
  const summary = form.get("summary");
  const input = {
    title: form.get("title") ?? "",
    ...readAffected(form),
    ...readOwnTimes(form),
    ...(summary !== null && { summary }),
  };
  await changeNotice(theCase.id, id, parse(noticeChanges, input), now, by);
});

export const removeNoticeAction = onNotice(async ({ theCase, by, now }, id) => {
  await removeNotice(theCase.id, id, now, by);
  redirect(`/${theCase.id}/status-pages/notices`);
});
