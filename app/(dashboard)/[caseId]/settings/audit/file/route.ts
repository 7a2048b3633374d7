import { Readable } from "node:stream";
import { askFirst } from "@/app/sign-in/ask-first";
import { currentActor, currentMembership } from "@/app/sign-in/session";
import { auditCsv } from "@/lib/audit/csv";
import { recordExport } from "@/lib/cases/record-export";
import { isConfirmed } from "@/lib/people/second-factors/confirm";
import { slugify } from "@/lib/rules/slug";
import { parseFilter } from "../filter";

/** The audit log of a case as a file to save, with the filter of its page. */
export async function GET(request: Request, { params }: { params: Promise<{ caseId: string }> }) {
  const membership = await currentMembership((await params).caseId);
  if (!membership) return refuse("There is no such file.", 404);
  if (!isConfirmed(membership.user, new Date())) return askFirst(request);
  const { theCase, user } = membership;
  const filter = parseFilter(Object.fromEntries(new URL(request.url).searchParams));
  await recordExport(theCase, "audit log", await currentActor(user));
  const lines = Readable.from(auditCsv(theCase.id, filter)).map((text) => Buffer.from(text));
  return new Response(Readable.toWeb(lines) as ReadableStream<Uint8Array<ArrayBuffer>>, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${slugify(theCase.name) || "case"}-audit.csv"`,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}

const refuse = (message: string, status: number) =>
  new Response(message, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
