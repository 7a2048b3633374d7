import { readObject } from "@/lib/api/body";
import { parseId } from "@/lib/api/id-of";
import { methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { newUpdate } from "@/lib/pages/notices/input";
import { addUpdate } from "@/lib/pages/notices/update";
import { parse } from "@/lib/platform/parse";
import { show } from "../../show";

export const POST = withCase<{ id: string }>(
  async (request, { theCase, params, by }) => {
    const id = parseId(params, "notice");
    const update = parse(newUpdate, await readObject(request));
    const now = new Date();
    await addUpdate(theCase.id, id, update, now, by);
    return show(theCase.id, id, now);
  },
  { needs: "acknowledge" },
);

const refuse = methodNotAllowed("POST");

export { refuse as DELETE, refuse as GET, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
