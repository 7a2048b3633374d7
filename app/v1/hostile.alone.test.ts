import fc from "fast-check";
import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { aSnitch } from "@/testing/factories";
import { type HostileRequest, hostileRequest } from "@/testing/hostile-requests";
import { aClient, basic, send } from "@/testing/requests";
import { runsFor } from "@/testing/runs";

env.API_RATE_PER_MINUTE = 1_000_000;

const REQUESTS = runsFor("app/v1/hostile.alone.test.ts");
const CONCURRENCY = 8;
const TIMEOUT_MS = 240_000 + REQUESTS * 10;

test(
  "hostile requests get documented responses, never a server error, and change no other case",
  async () => {
    const [client, free, other] = await Promise.all([aClient(), aClient({ plan: "free" }), aClient()]);
    const ownSnitches = await Promise.all(
      [...Array(20)].map(() => aSnitch({ caseId: client.theCase.id, status: "healthy" })),
    );
    const foreignSnitches = await Promise.all([
      aSnitch({ caseId: other.theCase.id, status: "healthy", tags: ["a"] }),
      aSnitch({ caseId: other.theCase.id, status: "paused" }),
    ]);
    await aSnitch({ caseId: free.theCase.id });
    const before = await readContents(other.theCase.id);

    const listTokens = (snitches: { token: string }[]) => snitches.map(({ token }) => token);
    const keys = [...Array(5).fill(client.key), free.key].map((key) => basic(key));
    const hostile = hostileRequest(listTokens(ownSnitches), listTokens(foreignSnitches), keys);
    const { seed = Math.floor(Math.random() * 2 ** 31) } = fc.readConfigureGlobal();
    const countByStatus = new Map<number, number>();
    const requests = fc.sample(hostile, { numRuns: REQUESTS, seed }).values();
    const sendRequests = async () => {
      for (const request of requests) {
        const { status, violation } = await respondTo(request);
        if (violation)
          throw new Error(`seed ${seed}: ${violation}\n${JSON.stringify(request).slice(0, 2_000)}`);
        countByStatus.set(status, (countByStatus.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, sendRequests));

    expect([...countByStatus.values()].reduce((sum, count) => sum + count)).toBe(REQUESTS);
    // Every status must occur: otherwise the requests test less than they seem to.
    for (const status of [200, 204, 400, 401, 402, 404, 405, 413, 422])
      expect([...countByStatus.keys()]).toContain(status);
    expect(await readContents(other.theCase.id)).toEqual(before);
  },
  TIMEOUT_MS,
);

async function respondTo({ method, path, authorization, headers, body }: HostileRequest) {
  const response = await send(method, path, {
    headers: { ...headers, ...(authorization && { Authorization: authorization }) },
    ...(method !== "GET" && method !== "HEAD" && { body }),
  });
  return { status: response.status, violation: findViolation(response, await response.text()) };
}

/** Describes what is wrong with a response. Null if it is as documented. */
function findViolation({ status, headers }: Response, text: string): string | null {
  if (status >= 500) return `returned ${status} ${text}`;
  return text === "" || headers.get("Content-Type") === "application/json; charset=utf-8"
    ? null
    : "is not JSON";
}

const readContents = (caseId: string) =>
  db.case.findUniqueOrThrow({
    where: { id: caseId },
    include: {
      snitches: { orderBy: { id: "asc" } },
      apiKeys: true,
      alerts: true,
      emails: true,
      channels: true,
      members: true,
    },
  });
