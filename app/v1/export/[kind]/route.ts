import { z } from "zod";
import { instantParameter, tagParameter } from "@/lib/api/evidence-query";
import { linesResponse } from "@/lib/api/lines-response";
import { operation, route } from "@/lib/api/operation";
import { recordExport } from "@/lib/cases/record-export";
import { EXPORT_KINDS } from "@/lib/evidence/kinds";
import { exportRange } from "@/lib/evidence/selection";
import { EXPORT_FORMATS, writeExport } from "@/lib/evidence/write-export";
import { notFound } from "@/lib/platform/refusal";

const [first, ...others] = Object.values(EXPORT_KINDS).map(({ row }) => row);

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "exportRows",
    title: "Export history",
    description:
      'Streams all `alerts`, `incidents`, `runs`, `periods` or `audit` events of a range, oldest first, one a line. The range includes `from` and excludes `to`. It applies to when an alert was due, an incident opened, a run was first reported, a period started or an event happened. The last line is `{"rows": n, "sha256": …}`, or `# rows=n sha256=…` in CSV, with the SHA-256 of all bytes before it: an export without it was cut off. If part of the range is older than the stored history, `X-Missing-Range` names that part as an ISO 8601 interval. With a tag or a key limited to certain snitches, audit events are those about these snitches. Each export is in the audit log.',
    query: z.object({
      from: instantParameter.meta({ description: "A date (midnight in UTC) or a time (ISO 8601)." }),
      to: instantParameter
        .optional()
        .meta({ description: "A date or a time. It is not part of the range. Default: now." }),
      tag: tagParameter,
      format: z
        .enum(EXPORT_FORMATS, { error: `must be one of ${EXPORT_FORMATS.join(", ")}` })
        .default("jsonl")
        .meta({
          description:
            "`jsonl` or `csv`. In CSV, nested values are JSON, and text that a spreadsheet might run as a formula starts with an apostrophe.",
        }),
    }),
    response: { name: "ExportedRow", schema: z.union([first as z.ZodObject, ...others]) },
    example: { path: { kind: "alerts" }, query: { from: "2026-05-01", to: "2026-06-01" } },
    errors: ["resource_not_found", "resource_invalid"],
    isLines: true,
    narrowable: true,
    handle: async ({ theCase, scope, params, query, by, now }) => {
      const kind = Object.hasOwn(EXPORT_KINDS, params.kind) ? EXPORT_KINDS[params.kind] : undefined;
      if (!kind) throw notFound("path");
      const { from, to = now, tag = null, format } = query();
      const { range, missing } = exportRange({ from, to }, now);
      const pages = kind.pages({ caseId: theCase.id, scope, tag, ...range }, now);
      await recordExport(theCase, params.kind, by, {
        from: from.toISOString(),
        to: to.toISOString(),
        ...(tag !== null && { tag }),
        format,
      });
      return linesResponse(writeExport(Object.keys(kind.row.shape), pages, format), {
        "Content-Type": format === "csv" ? "text/csv; charset=utf-8" : "application/jsonl; charset=utf-8",
        "Content-Disposition": `attachment; filename="${params.kind}.${format}"`,
        ...(missing && {
          "X-Missing-Range": `${missing.from.toISOString()}/${missing.to.toISOString()}`,
        }),
      });
    },
  }),
});
