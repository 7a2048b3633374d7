import { readObject } from "@/lib/api/body";
import { parseId } from "@/lib/api/id-of";
import { methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { updateChanges } from "@/lib/pages/notices/input";
import { changeUpdate, removeUpdate, type UpdateIds } from "@/lib/pages/notices/update";
import { parse } from "@/lib/platform/parse";
import { show } from "../../../show";

type Params = { id: string; update: string };

const readIds = ({ id, update }: Params): UpdateIds => ({
  noticeId: parseId({ id }, "notice"),
  updateId: parseId({ id: update }, "update"),
});

export const PATCH = withCase<Params>(
  async (request, { theCase, params, by }) => {
    const ids = readIds(params);
    const changes = parse(updateChanges, await readObject(request));
    await changeUpdate(theCase.id, ids, changes, new Date(), by);
    return show(theCase.id, ids.noticeId);
  },
  { needs: "acknowledge" },
);

export const DELETE = withCase<Params>(
  async (_request, { theCase, params, by }) => {
    const ids = readIds(params);
    await removeUpdate(theCase.id, ids, new Date(), by);
    return show(theCase.id, ids.noticeId);
  },
  { needs: "acknowledge" },
);

const refuse = methodNotAllowed("PATCH", "DELETE");

export { refuse as GET, refuse as HEAD, refuse as OPTIONS, refuse as POST, refuse as PUT };
