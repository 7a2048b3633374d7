import { readObject } from "@/lib/api/body";
import { parseId } from "@/lib/api/id-of";
import { methodNotAllowed, noContent } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { changeNotice, removeNotice } from "@/lib/pages/notices/change";
import { noticeChanges } from "@/lib/pages/notices/input";
import { parse } from "@/lib/platform/parse";
import { show } from "../show";

type Params = { id: string };

export const GET = withCase<Params>(async (_request, { theCase, params }) =>
  show(theCase.id, parseId(params, "notice")),
);

export const PATCH = withCase<Params>(
  async (request, { theCase, params, by }) => {
    const id = parseId(params, "notice");
    const changes = parse(noticeChanges, await readObject(request));
    await changeNotice(theCase.id, id, changes, new Date(), by);
    return show(theCase.id, id);
  },
  { needs: "acknowledge" },
);

export const DELETE = withCase<Params>(
  async (_request, { theCase, params, by }) => {
    await removeNotice(theCase.id, parseId(params, "notice"), new Date(), by);
    return noContent();
  },
  { needs: "acknowledge" },
);

const refuse = methodNotAllowed("GET", "HEAD", "PATCH", "DELETE");

export { refuse as OPTIONS, refuse as POST, refuse as PUT };
