"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { caseAction } from "@/app/actions/case-action";
import { readId } from "@/app/actions/inputs";
import { parse } from "@/lib/platform/parse";
import { addNotice } from "@/lib/status-pages/notices/add";
import { changeNotice, removeNotice } from "@/lib/status-pages/notices/change";
import { newNotice, newUpdate, noticeChanges } from "@/lib/status-pages/notices/input";
import { addUpdate, removeUpdate } from "@/lib/status-pages/notices/update";
import { readTime } from "../../maintenance/maintenance-form";
import { readField } from "../../snitches/forms/form-seconds";

export const addNoticeAction = caseAction("manage_snitches", [], async ({ theCase, by, now, form }) => {
  const input = {
    ...readUpdate(form),
    kind: form.get("kind"),
    title: form.get("title") ?? "",
    pages: form.getAll("pages"),
    affected: readAffected(form),
    maintenance: form.get("maintenance") || null,
    ...readTimes(form),
  };
  const id = await addNotice(theCase.id, parse(newNotice, input), now, by);
  redirect(`/${theCase.id}/status-pages/notices/${id}`);
});

export const addUpdateAction = caseAction(
  "manage_snitches",
  [readId("notice")],
  async ({ theCase, by, now, form }, id) => {
    await addUpdate(theCase.id, id, parse(newUpdate, readUpdate(form)), now, by);
    refresh();
  },
);

export const removeUpdateAction = caseAction(
  "manage_snitches",
  [readId("notice"), readId("update")],
  async ({ theCase, by, now }, noticeId, updateId) => {
    await removeUpdate(theCase.id, { noticeId, updateId }, now, by);
    refresh();
  },
);

export const changeNoticeAction = caseAction(
  "manage_snitches",
  [readId("notice")],
  async ({ theCase, by, now, form }, id) => {
    const summary = form.get("summary");
    const input = {
      title: form.get("title") ?? "",
      affected: readAffected(form),
      ...(form.has("starts_at") && readTimes(form)),
      ...(summary !== null && { summary }),
    };
    await changeNotice(theCase.id, id, parse(noticeChanges, input), now, by);
    refresh();
  },
);

export const removeNoticeAction = caseAction(
  "manage_snitches",
  [readId("notice")],
  async ({ theCase, by, now }, id) => {
    await removeNotice(theCase.id, id, now, by);
    redirect(`/${theCase.id}/status-pages/notices`);
  },
);

const readUpdate = (form: FormData) => ({
  state: form.get("state") || null,
  text: form.get("text") ?? "",
  notify: form.get("notify") === "on",
});

function readTimes(form: FormData) {
  const field = (name: string) => readField(form.get(name));
  return { starts_at: readTime(field, "starts_at"), ends_at: readTime(field, "ends_at") };
}

/** The components for which an impact is chosen. */
const readAffected = (form: FormData) =>
  [...form].flatMap(([name, impact]) => {
    const [, component] = /^impact (.+)$/.exec(name) ?? [];
    return component && impact !== "" ? { component, impact } : [];
  });
