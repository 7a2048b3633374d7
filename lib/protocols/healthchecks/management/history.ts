import { env } from "@/lib/platform/env";
import { toUuid } from "@/lib/rules/snitch-uuid";
import { type Call, json } from "./call";
import { findByKey, findByUuid } from "./find-checks";
import { flipRange, listFlips } from "./flips";
import { listPings, presentPing, readPingBody } from "./pings";
import { Rejection } from "./rejection";

export async function showPings({ callScope, version, parts: [uuid = ""] }: Call): Promise<Response> {
  const snitch = await findByUuid(callScope, uuid);
  const url = `${env.APP_URL}/api/v${version}/checks/${toUuid(snitch)}`;
  const scheme = new URL(env.CHECK_IN_URL).protocol.replace(":", "");
  const pings = await listPings(snitch.id);
  return json({ pings: pings.map((ping) => presentPing(ping, url, scheme)) });
}

export async function showPingBody({ callScope, parts: [uuid = "", n] }: Call): Promise<Response> {
  const snitch = await findByUuid(callScope, uuid);
  const body = await readPingBody(snitch.id, Number(n));
  if (!body?.length) throw new Rejection(404, "not found");
  return new Response(new Uint8Array(body), {
    headers: { "Content-Type": "text/plain", "Cache-Control": "no-store" },
  });
}

export async function showFlips({ callScope, parts: [key = ""], search, now }: Call): Promise<Response> {
  const snitch = await findByKey(callScope, key);
  return json({ flips: await listFlips(snitch.id, flipRange(search, now)) });
}
