import { z } from "zod";
import { type Origin, openApi, readPages, refuseUnlessKey } from "../api";
import { optionalFlag, optionalNumber, optionalText, sourceText } from "../source-text";

const id = z.union([sourceText, z.number().transform(String)]);

const heartbeat = z.object({
  id,
  attributes: z.object({
    url: sourceText,
    name: optionalText,
    period: z.number(),
    grace: optionalNumber,
    paused: optionalFlag,
    paused_at: optionalText,
    status: optionalText,
    heartbeat_group_id: id.nullish().transform((value) => value ?? ""),
    maintenance_from: optionalText,
  }),
});

const group = z.object({ id, attributes: z.object({ name: optionalText }) });

const buildPageSchema = <Schema extends z.ZodType>(item: Schema) =>
  z.object({ data: z.array(item), pagination: z.object({ next: z.string().nullish() }).nullish() });

export type Heartbeat = z.output<typeof heartbeat>["attributes"];
export type BetterStackAccount = { heartbeats: Heartbeat[]; groups: Map<string, string> };

/** All heartbeats of a team, and the names of their groups by id. */
export async function readBetterStack(origin: Origin): Promise<BetterStackAccount> {
  const api = openApi(origin, {
    name: "Better Stack",
    url: "https://uptime.betterstack.com",
    headers: { Authorization: `Bearer ${refuseUnlessKey(origin.key)}` },
    keyHint: "copy an Uptime API token from your team’s settings, API tokens",
  });
  const readAll = <Item extends { id: string }>(path: string, item: z.ZodType<Item>) =>
    readPages(
      async (number) => {
        const { data } = await api.get(path, { page: number ?? "1" }, buildPageSchema(item));
        // Only the number is taken from the address of the next page: the key is sent nowhere else.
        const hasNext = Boolean(data.pagination?.next);
        return { items: data.data, next: hasNext ? String(Number(number ?? 1) + 1) : null };
      },
      (one) => one.id,
    );
  const heartbeats = await readAll("/api/v2/heartbeats", heartbeat);
  const groups = await readAll("/api/v2/heartbeat-groups", group);
  return {
    heartbeats: heartbeats.map(({ attributes }) => attributes),
    groups: new Map(groups.map((one) => [one.id, one.attributes.name])),
  };
}
