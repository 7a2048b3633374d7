import { readObject } from "@/lib/api/body";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { parse } from "@/lib/platform/parse";
import { replayInput } from "@/lib/replay/input";
import { presentReplay } from "@/lib/replay/present";
import { replaySnitch } from "@/lib/replay/replay-snitch";

export const POST = withCase<{ token: string }>(
  async (request, { theCase, params }) => {
    const now = new Date();
    const input = parse(replayInput(now), await readObject(request));
    return json(await presentReplay(await replaySnitch(theCase.id, params.token, input, now)));
  },
  { needs: "plan" },
);

const refuse = methodNotAllowed("POST");

export { refuse as DELETE, refuse as GET, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
