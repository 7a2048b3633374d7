import { readObject } from "@/lib/api/body";
import { methodNotAllowed, noContent } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { pauseSnitch } from "@/lib/monitoring/pause";
import { parse } from "@/lib/platform/parse";
import { pauseUntil } from "@/lib/snitches/input";

export const POST = withCase<{ token: string }>(
  async (request, { theCase, params, by }) => {
    const now = new Date();
    const terms = parse(pauseUntil(now), await readObject(request));
    await pauseSnitch(theCase.id, params.token, terms, now, by);
    return noContent();
  },
  { needs: "acknowledge" },
);

const refuse = methodNotAllowed("POST");

export { refuse as DELETE, refuse as GET, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
