import { currentMembership } from "@/app/sign-in/session";
import { readText } from "@/lib/api/body";
import { may } from "@/lib/cases/roles";
import { Refusal } from "@/lib/platform/refusal";
import { findPage } from "@/lib/status-pages/find-page";
import { SCHEMES } from "@/lib/status-pages/html/style";
import { previewPage } from "@/lib/status-pages/preview-page";
import type { Draft } from "@/lib/status-pages/view/compute-page";
import { readDraft } from "../../../draft-form";

type Context = { params: Promise<{ caseId: string; slug: string }> };

/** What a page would show now, for those who edit it or write on it; with `?theme=` in that theme. */
export const GET = (request: Request, { params }: Context) => answer(request, params, async () => ({}));

/** The same with what is typed into its editor, or into the form of a new notice; 422 while that cannot be saved. */
export const POST = (request: Request, { params }: Context) =>
  answer(request, params, async (slug, now) =>
    readDraft(new URLSearchParams(await readText(request)), slug, now),
  );

async function answer(
  request: Request,
  params: Context["params"],
  read: (slug: string, now: Date) => Promise<Draft>,
): Promise<Response> {
  const { caseId, slug } = await params;
  const membership = await currentMembership(caseId);
  const maySee = membership && may(membership.role, "manage_snitches");
  const page = maySee ? await findPage(membership.theCase.id, slug) : null;
  const theme = new URL(request.url).searchParams.get("theme");
  const scheme = SCHEMES.find((each) => each === theme);
  const now = new Date();
  try {
    const body = page && (await previewPage(page.id, now, await read(slug, now), scheme));
    return body ? respond(body, 200, "text/html") : respond("There is no such page.", 404);
  } catch (error) {
    if (error instanceof Refusal || error instanceof SyntaxError)
      return respond("It cannot be saved yet.", 422);
    throw error;
  }
}

const respond = (body: string, status: number, type = "text/plain") =>
  new Response(body, {
    status,
    headers: { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "private, no-store" },
  });
