import { parse } from "@/lib/platform/refusal";
import { draftNotice } from "@/lib/status-pages/notices/list-public";
import { pageChanges } from "@/lib/status-pages/page-input";
import type { Draft } from "@/lib/status-pages/view/compute-page";
import { readNewNotice } from "./notices/notice-form";
import { readLook, readPreviewedContent } from "./page-form";

/**
 * What is typed into a tab of the editor of the page with this slug, or into the form of a new notice. Refuses what could not be
 * saved.
 */
export async function readDraft(fields: URLSearchParams, slug: string, now: Date): Promise<Draft> {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  if (form.has("kind")) {
    const notice = readNewNotice(form);
    return notice.pages.includes(slug) ? { notice: draftNotice(notice, now) } : {};
  }
  return {
    changes: parse(pageChanges, form.has("groups") ? readPreviewedContent(form) : await readLook(form)),
  };
}
