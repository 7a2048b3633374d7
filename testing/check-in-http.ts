import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createCheckInServer } from "@/checkin/http-server";
import { db } from "@/lib/platform/db";

export type Sent = { method?: string; headers?: Record<string, string>; body?: string };

/** A check-in server that listens, and its responses over HTTP. */
export async function openCheckInHttp() {
  const server = createCheckInServer().listen(0);
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    responseTo: async (path: string, sent: Sent = {}) => readResponse(await fetch(`${url}${path}`, sent)),
    close: () => server.close(),
  };
}

/** The status, the body, and the headers that clients look at. */
export async function readResponse(response: Response) {
  const header = (name: string) => response.headers.get(name) ?? undefined;
  return {
    status: response.status,
    type: header("content-type"),
    allow: header("allow"),
    retryAfter: header("retry-after"),
    body: await response.text(),
  };
}

export const TEXT = "text/plain; charset=utf-8";
export const JSON_TYPE = "application/json; charset=utf-8";
export const text = (status: number, body: string) => ({ status, type: TEXT, body });
export const json = (status: number, body: object) => ({
  status,
  type: JSON_TYPE,
  body: JSON.stringify(body),
});

export const readStatus = async (id: string) => (await db.snitch.findUniqueOrThrow({ where: { id } })).status;
export const listStoredCheckIns = (snitchId: string) =>
  db.checkIn.findMany({ where: { snitchId }, orderBy: { id: "asc" } });
export const listStoredRuns = (snitchId: string) =>
  db.run.findMany({ where: { snitchId }, orderBy: { id: "asc" } });
