import { parse } from "@/lib/platform/refusal";
import { type NewNotice, newNotice } from "@/lib/status-pages/notices/input";
import { readTime, readTimes } from "../../maintenance/maintenance-form";
import { readField } from "../../snitches/forms/form-seconds";
import { readAffected, readPages } from "./form-fields";

/** The input of a new notice. Refuses one that cannot be added. */
export function readNewNotice(form: FormData): NewNotice {
  const pages = readPages(form);
  return parse(newNotice, {
    ...readUpdate(form),
    kind: form.get("kind"),
    title: form.get("title") ?? "",
    pages,
    ...readAffected(form, pages),
    ...readWhen(form),
  });
}

export const readUpdate = (form: FormData) => ({
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
export const readOwnTimes = (form: FormData) =>
  Object.fromEntries(
    ["starts_at", "ends_at"].flatMap((name) =>
      form.has(name) ? [[name, readTime((each) => readField(form.get(each)), name)]] : [],
    ),
  );
