import { z } from "zod";
import { operation, route } from "@/lib/api/operation";
import { countParameter } from "@/lib/api/query";
import { isPostgresText, NOT_POSTGRES_TEXT } from "@/lib/platform/postgres-text";
import { addNotice } from "@/lib/status-pages/notices/add";
import { newNotice } from "@/lib/status-pages/notices/input";
import { presentedNotice, presentNotice } from "@/lib/status-pages/notices/present";
import { listNotices } from "@/lib/status-pages/notices/store";
import { show } from "./show";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "listNotices",
    title: "List notices",
    description:
      "Returns the notices on the status pages of the case, newest first. For the next page, send the id of the last notice as `after`.",
    query: z.object({
      page: z
        .string()
        .refine(isPostgresText, NOT_POSTGRES_TEXT)
        .optional()
        .meta({ description: "The slug of a status page: only notices on it are returned." }),
      after: z
        .uuid({ error: "must be the id of a notice" })
        .optional()
        .meta({ description: "The id of a notice: only those after it in the list are returned." }),
      limit: countParameter(100).meta({ description: "How many notices, from 1 to 100; 100 by default." }),
    }),
    response: { name: "Notices", schema: z.array(presentedNotice) },
    errors: ["resource_invalid"],
    handle: async ({ theCase, query }) => {
      const { page: slug, after, limit } = query();
      const notices = await listNotices(theCase.id, { slug, after, limit }, new Date());
      return notices.map(presentNotice);
    },
  }),
  POST: operation({
    id: "createNotice",
    title: "Publish a notice",
    description:
      "Publishes a notice on status pages immediately: an incident, planned work or news. `state` and `text` are its first update. Keys with `acknowledge` access can publish notices.",
    body: { schema: newNotice, name: "NewNotice" },
    response: { name: "Notice", schema: presentedNotice },
    example: {
      body: {
        pages: ["acme"],
        kind: "incident",
        title: "Backups of db7 are late",
        state: "investigating",
        text: "The disk of the backup server is full.",
        affected: [{ component: "3d6f8a1c-5b7e-4f20-9c4d-1a2b3c4d5e6f", impact: "minor" }],
      },
    },
    errors: ["account_on_hold"],
    needs: "acknowledge",
    handle: async ({ theCase, by, body }) => {
      const input = await body();
      const now = new Date();
      const id = await addNotice(theCase.id, input, now, by);
      return show(theCase.id, id, now);
    },
  }),
});
