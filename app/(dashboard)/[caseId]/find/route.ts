import { surroundingCase } from "@/lib/auth/session";
import { listSnitchPage } from "@/lib/snitches/list";

const SHOWN = 8;
const MAX_CHARACTERS = 255;

/** The snitches whose name holds `?q=`, the worst first, for the command menu. */
export async function GET(request: Request, { params }: { params: Promise<{ caseId: string }> }) {
  const place = await surroundingCase((await params).caseId);
  if (!place) return Response.json([], { status: 404 });
  const query = new URL(request.url).searchParams.get("q") ?? "";
  const search = query.replaceAll("\0", "").toWellFormed().trim().slice(0, MAX_CHARACTERS);
  const { snitches } = await listSnitchPage(place.theCase.id, { tags: [], search });
  return Response.json(snitches.slice(0, SHOWN).map(({ token, name, status }) => ({ token, name, status })));
}
