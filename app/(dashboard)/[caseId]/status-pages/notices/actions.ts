"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { caseAction, caseActions } from "@/app/actions/case-action";
import { readId } from "@/app/actions/inputs";
import { parse } from "@/lib/platform/refusal";
import { addNotice } from "@/lib/status-pages/notices/add";
import { changeNotice, removeNotice } from "@/lib/status-pages/notices/change";
import { newNotice, newUpdate, noticeChanges } from "@/lib/status-pages/notices/input";
import { addUpdate, removeUpdate } from "@/lib/status-pages/notices/update";
import { readTime, readTimes } from "../../maintenance/maintenance-form";
import { readField } from "../../snitches/forms/form-seconds";
import { readAffected, readPages } from "./form-fields";

const onNotice = caseActions("manage_snitches", readId("notice"));

export const addNoticeAction = caseAction("manage_snitches", [], async ({ theCase, by, now, form }) => {
  const pages = readPages(form);
  const input = {
    ...readUpdate(form),
    kind: form.get("kind"),
    title: form.get("title") ?? "",
    pages,
    ...readAffected(form, pages),
    ...readWhen(form),
  };
  const id = await addNotice(theCase.id, parse(newNotice, input), now, by);
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

const readUpdate = (form: FormData) => ({
  state: form.get("state") || null,
  text: form.get("text") ?? "",
  notify: form.get("notify") === "on",
});

/** Planned work has both times, unless it follows those of maintenance. */
function readWhen(form: FormData) {
  if (form.get("kind") !== "maintenance") return readOwnTimes(form);
  const maintenance = form.get("maintenance");
  return maintenance ? { maintenance } : readTimes((name) => readField(form.get(name)));
}

/** The times that the form has. */
const readOwnTimes = (form: FormData) =>
  Object.fromEntries(
    ["starts_at", "ends_at"].flatMap((name) =>
      form.has(name) ? [[name, readTime((each) => readField(form.get(each)), name)]] : [],
    ),
  );
