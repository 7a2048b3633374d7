import { randomUUID } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

type Posted = { to: string; subject: string; html: string; text: string; headers: Record<string, string> };
type Kept = { body: string; answer: string };

/** What goes wrong with the next request; `after` it took the mails, or before. */
export type Mishap =
  | { kind: "busy"; retryAfter: number }
  | { kind: "quota" }
  | { kind: "broken"; when: "before" | "after" }
  | { kind: "silent"; when: "before" | "after"; forMs: number }
  | { kind: "concurrent" };

/**
 * Speaks as much of Resend's API as is needed: batches, permissive validation, idempotency keys (the same key and
 * content is answered as before and sends nothing, the same key with other content is a conflict), and its refusals.
 */
export async function aResend(listenOn = 0) {
  const sent: Posted[] = [];
  const requests: { key: string; count: number; at: number }[] = [];
  const keys = new Map<string, Kept>();
  const mishaps: Mishap[] = [];

  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const key = String(request.headers["idempotency-key"] ?? "");
    const mails: Posted[] = JSON.parse(body);
    requests.push({ key, count: mails.length, at: Date.now() });
    const mishap = mishaps.shift();
    if (mishap && (await happens(mishap, response))) return;

    const kept = keys.get(key);
    if (kept && kept.body !== body) {
      return refuse(response, 409, "invalid_idempotent_request", "Same idempotency key, different payload.");
    }
    if (mails.some(({ to }) => to.startsWith("poison"))) {
      return refuse(response, 422, "validation_error", "Invalid `to` field.");
    }
    const answer = kept?.answer ?? take(mails);
    keys.set(key, { body, answer });

    if (mishap?.kind === "broken") return refuse(response, 500, "internal_server_error", "Something broke.");
    if (mishap?.kind === "silent") await sleep(mishap.forMs);
    response.writeHead(200, { "Content-Type": "application/json" }).end(answer);
  });

  /** Sends what is in order, and says what is not. */
  function take(mails: Posted[]): string {
    const errors = mails.flatMap(({ to }, index) => {
      if (to.startsWith("unproved")) return [{ index, message: "The `from` domain is not verified." }];
      const isAddress = /^\S+@\S+\.\S+$/.test(to) && !to.startsWith("bounce");
      return isAddress ? [] : [{ index, message: `Invalid \`to\`: ${to}` }];
    });
    const taken = mails.filter((_, i) => !errors.some(({ index }) => index === i));
    sent.push(...taken);
    return JSON.stringify({ data: taken.map(() => ({ id: randomUUID() })), errors });
  }

  await new Promise<void>((resolve) => server.listen(listenOn, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Each mail that a person got, in order. */
    sent,
    requests,
    /** What happens to the next requests, one each. */
    mishaps,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Whether that was all that came of the request. */
async function happens(mishap: Mishap, response: ServerResponse): Promise<boolean> {
  if (mishap.kind === "busy") {
    response.setHeader("retry-after", String(mishap.retryAfter));
    refuse(response, 429, "rate_limit_exceeded", "Too many requests.");
    return true;
  }
  if (mishap.kind === "quota") {
    refuse(response, 429, "daily_quota_exceeded", "You have reached your daily email sending quota.");
    return true;
  }
  if (mishap.kind === "concurrent") {
    refuse(response, 409, "concurrent_idempotent_requests", "The first request is still in progress.");
    return true;
  }
  if (mishap.when === "after") return false;
  if (mishap.kind === "silent") await sleep(mishap.forMs);
  refuse(response, 500, "internal_server_error", "Something broke.");
  return true;
}

const refuse = (response: ServerResponse, statusCode: number, name: string, message: string) =>
  response
    .writeHead(statusCode, { "Content-Type": "application/json" })
    .end(JSON.stringify({ statusCode, name, message }));
