import { z } from "zod";
import { parseQuery, parseQueryString } from "@/app/(dashboard)/[caseId]/(list)/filters";
import { SNITCH_TOKEN } from "@/app/actions/inputs";
import type { BulkChange, BulkEdit } from "@/lib/monitoring/change-selected";
import { BLANK } from "@/lib/platform/text-input";
import { isUuid } from "@/lib/rules/uuid";
import type { PauseTerms } from "@/lib/snitches/input";
import { addressList, tagList } from "@/lib/snitches/input-arrays";
import { PAGE_SIZE } from "@/lib/snitches/list";
import type { Selection } from "@/lib/snitches/list-selected";
import { readEdit } from "./edit-form";

const tags = z
  .preprocess((text) => String(text ?? "").split(","), tagList)
  .refine((list) => list.length > 0, BLANK);
const alert_email = addressList.refine((list) => list.length > 0, BLANK);
const until = z.iso.datetime({ error: BLANK }).transform((time) => new Date(time));
/** Absent, `unpaused` or a time. */
const pauseEnd = z
  .union([z.literal("unpaused"), until], { error: BLANK })
  .optional()
  .transform((end): PauseTerms | undefined => {
    if (!end) return undefined;
    return end === "unpaused" ? { until: end, endsAt: null } : { until: "time", endsAt: end };
  });

/** The fields of a form that changes the selected snitches. */
export const bulkChange: z.ZodType<BulkChange> = z.discriminatedUnion("verb", [
  z.object({ verb: z.enum(["acknowledge", "unpause", "delete"]) }),
  z
    .object({ verb: z.literal("pause"), until: pauseEnd })
    .transform(({ verb, until }) => ({ verb, terms: until })),
  z.object({ verb: z.literal("snooze"), until }),
  z.object({ verb: z.enum(["add_tags", "remove_tags"]), tags }),
  z.object({ verb: z.enum(["add_recipients", "remove_recipients"]), alert_email }),
  // Without addresses, the case decides who is alerted.
  z.object({ verb: z.literal("set_recipients"), alert_email: addressList }),
  // What was ticked, read and checked by `readEdit`.
  z.object({ verb: z.literal("edit"), changes: z.custom<BulkEdit>() }),
]);

export const readBulkChange = (form: FormData) =>
  form.get("verb") === "edit" ? { verb: "edit", changes: readEdit(form) } : Object.fromEntries(form);

const count = z.coerce.number().int().positive();

/**
 * Which snitches a form changes: those of its `token` fields, which are on one page; or all that match `query`, the query of
 * the list, of which the person saw `shown`.
 */
export const selection = z.union([
  z
    .object({
      query: z.string(),
      shown: count,
      after: z.string().refine(isUuid).optional(),
      left: count.optional(),
    })
    .transform(({ query, shown, after, left }): Selection => {
      const { view } = parseQuery(parseQueryString(query));
      return { filters: view, shown, progress: after && left ? { after, left } : undefined };
    }),
  z
    .object({ token: z.array(z.string().regex(SNITCH_TOKEN)).max(PAGE_SIZE) })
    .transform(({ token }): Selection => ({ tokens: token })),
]);

export const readSelection = (form: FormData) => ({
  ...Object.fromEntries(form),
  token: form.getAll("token"),
});
