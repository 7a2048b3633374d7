import { SNITCH_TOKEN } from "@/app/actions/inputs";
import { currentMembership } from "@/app/sign-in/session";
import { findSnitch } from "@/lib/snitches/find";
import { findRunById, loadOutput } from "../load-run";

type Params = Promise<{ caseId: string; token: string; id: string }>;

/** What a run printed, byte for byte as far as it is kept, as a file. No browser may take it for a page. */
export async function GET(_request: Request, { params }: { params: Params }) {
  const { caseId, token, id } = await params;
  const membership = await currentMembership(caseId);
  if (!membership || !SNITCH_TOKEN.test(token)) return notFound();
  const snitch = await findSnitch(membership.theCase.id, token);
  const run = snitch && (await findRunById(snitch.id, id));
  const output = run ? await loadOutput(run) : "none";
  if (output === "unreachable")
    return new Response("The output can’t be read right now. Try again later.", {
      status: 503,
      headers: PLAIN,
    });
  if (typeof output === "string") return notFound();
  return new Response(new Uint8Array(output.data), {
    headers: {
      "Content-Type": "application/octet-stream",
      "Content-Disposition": `attachment; filename="output-${id}.txt"`,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}

const PLAIN = { "Content-Type": "text/plain; charset=utf-8" };

const notFound = () => new Response("There is no such output.", { status: 404, headers: PLAIN });
