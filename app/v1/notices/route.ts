import { z } from "zod";
import { readObject } from "@/lib/api/body";
import { countParameter } from "@/lib/api/query";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { addNotice } from "@/lib/pages/notices/add";
import { newNotice } from "@/lib/pages/notices/input";
import { presentNotice } from "@/lib/pages/notices/present";
import { listNotices } from "@/lib/pages/notices/store";
import { parse } from "@/lib/platform/parse";
import { isPostgresText, NOT_POSTGRES_TEXT } from "@/lib/platform/postgres-text";
import { show } from "./show";

const query = z.object({
  page: z.string().refine(isPostgresText, NOT_POSTGRES_TEXT).optional(),
  after: z.uuid({ error: "must be the id of a notice" }).optional(),
  limit: countParameter(100),
});

export const GET = withCase(async (request, { theCase }) => {
  const parameters = Object.fromEntries(new URL(request.url).searchParams);
  const { page: slug, after, limit } = parse(query, parameters);
  const notices = await listNotices(theCase.id, { slug, after, limit }, new Date());
  return json(notices.map(presentNotice));
});

export const POST = withCase(
  async (request, { theCase, by }) => {
    const input = parse(newNotice, await readObject(request));
    const now = new Date();
    const id = await addNotice(theCase.id, input, now, by);
    return show(theCase.id, id, now);
  },
  { needs: "acknowledge" },
);

const refuse = methodNotAllowed("GET", "HEAD", "POST");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
