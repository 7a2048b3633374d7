import { randomUUID } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

type Posted = { to: string; subject: string; html: string; text: string; headers: Record<string, string> };
/** A request body and the response to it, stored under its idempotency key. */
type Stored = { body: string; responseBody: string };

/** How one request fails. `when`: before or after the emails were accepted. */
export type ResendFailure =
  | { kind: "busy"; retryAfter: number }
  | { kind: "quota" }
  | { kind: "broken"; when: "before" | "after" }
  | { kind: "silent"; when: "before" | "after"; forMs: number }
  | { kind: "concurrent" };

/**
 * A fake of Resend's API with batches, permissive validation, idempotency keys and error responses. The same key and body
 * get the same response as before and send nothing; the same key with another body is a conflict.
 */
export async function aResend(listenOn = 0) {
  const sent: Posted[] = [];
  const requests: { key: string; count: number; at: number }[] = [];
  const stored = new Map<string, Stored>();
  const nextFailures: ResendFailure[] = [];

  const server = createServer(async (request, response) => {
    const body = await text(request);
    const key = String(request.headers["idempotency-key"] ?? "");
    const emails: Posted[] = JSON.parse(body);
    requests.push({ key, count: emails.length, at: Date.now() });
    const failure = nextFailures.shift();
    if (failure && (await failBefore(failure, response))) return;

    const earlier = stored.get(key);
    if (earlier && earlier.body !== body) {
      return refuse(response, 409, "invalid_idempotent_request", "Same idempotency key, different payload.");
    }
    if (emails.some(({ to }) => to.startsWith("poison"))) {
      return refuse(response, 422, "validation_error", "Invalid `to` field.");
    }
    const responseBody = earlier?.responseBody ?? accept(emails);
    stored.set(key, { body, responseBody });

    if (failure?.kind === "broken") return refuse(response, 500, "internal_server_error", "Something broke.");
    if (failure?.kind === "silent") await sleep(failure.forMs);
    response.writeHead(200, { "Content-Type": "application/json" }).end(responseBody);
  });

  /** Accepts the valid emails, and returns a response body with the errors of the others. */
  function accept(emails: Posted[]): string {
    const errors = emails.flatMap(({ to }, index) => {
      if (to.startsWith("unproved")) return [{ index, message: "The `from` domain is not verified." }];
      const isAddress = /^\S+@\S+\.\S+$/.test(to) && !to.startsWith("bounce");
      return isAddress ? [] : [{ index, message: `Invalid \`to\`: ${to}` }];
    });
    const accepted = emails.filter((_, i) => !errors.some(({ index }) => index === i));
    sent.push(...accepted);
    return JSON.stringify({ data: accepted.map(() => ({ id: randomUUID() })), errors });
  }

  await new Promise<void>((resolve) => server.listen(listenOn, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** All accepted emails, in order. */
    sent,
    requests,
    /** How the next requests fail, one entry for each. Add to it. */
    failures: nextFailures,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Responds with the failure, unless it happens after the emails were accepted. Returns whether it responded. */
async function failBefore(failure: ResendFailure, response: ServerResponse): Promise<boolean> {
  if (failure.kind === "busy") {
    response.setHeader("retry-after", String(failure.retryAfter));
    refuse(response, 429, "rate_limit_exceeded", "Too many requests.");
    return true;
  }
  if (failure.kind === "quota") {
    refuse(response, 429, "daily_quota_exceeded", "You have reached your daily email sending quota.");
    return true;
  }
  if (failure.kind === "concurrent") {
    refuse(response, 409, "concurrent_idempotent_requests", "The first request is still in progress.");
    return true;
  }
  if (failure.when === "after") return false;
  if (failure.kind === "silent") await sleep(failure.forMs);
  refuse(response, 500, "internal_server_error", "Something broke.");
  return true;
}

const refuse = (response: ServerResponse, statusCode: number, name: string, message: string) =>
  response
    .writeHead(statusCode, { "Content-Type": "application/json" })
    .end(JSON.stringify({ statusCode, name, message }));
