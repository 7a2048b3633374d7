import { askFirst } from "@/app/sign-in/ask-first";
import { currentActor, currentMembership } from "@/app/sign-in/session";
import { recordExport } from "@/lib/cases/record-export";
import { may } from "@/lib/cases/roles";
import { FORMATS } from "@/lib/configuration/export";
import { exportCase } from "@/lib/configuration/export-case";
import { isConfirmed } from "@/lib/people/second-factors/confirm";
import { slugify } from "@/lib/rules/slug";

const TYPES = { yaml: "application/yaml", json: "application/json" };

/** The configuration of a case as a file to save, for those who may see the settings of its channels. */
export async function GET(request: Request, { params }: { params: Promise<{ caseId: string }> }) {
  const membership = await currentMembership((await params).caseId);
  if (!membership || !may(membership.role, "manage_channels")) return refuse("There is no such file.", 404);
  if (!isConfirmed(membership.user, new Date())) return askFirst(request);
  const wantedName = new URL(request.url).searchParams.get("format") ?? "yaml";
  const format = FORMATS.find((each) => each === wantedName);
  if (!format) return refuse(`The format must be one of ${FORMATS.join(", ")}.`, 400);
  const { id, name } = membership.theCase;
  await recordExport(membership.theCase, "configuration", await currentActor(membership.user));
  const file = `${slugify(name) || "case"}.${format === "yaml" ? "yml" : "json"}`;
  return new Response(await exportCase(id, format), {
    headers: {
      "Content-Type": `${TYPES[format]}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="${file}"`,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}

const refuse = (message: string, status: number) =>
  new Response(message, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
