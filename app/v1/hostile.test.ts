import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { contractViolation } from "@/lib/testing/contract";
import { aSnitch } from "@/lib/testing/factories";
import { type Hostile, hostileRequest } from "@/lib/testing/hostile-requests";
import { aClient, basic, send } from "@/lib/testing/requests";

vi.hoisted(() => {
  process.env.API_RATE_PER_MINUTE = "1000000";
});

const REQUESTS = 20_000;
const AT_ONCE = 8;
const TIMEOUT_MS = 180_000;

test(
  "hostile requests are answered as documented, never with a fault of ours, and touch no other case",
  async () => {
    const [client, free, other] = await Promise.all([aClient(), aClient({ plan: "free" }), aClient()]);
    const mine = await Promise.all(
      [...Array(20)].map(() => aSnitch({ caseId: client.theCase.id, status: "healthy" })),
    );
    const theirs = await Promise.all([
      aSnitch({ caseId: other.theCase.id, status: "healthy", tags: ["a"] }),
      aSnitch({ caseId: other.theCase.id, status: "paused" }),
    ]);
    await aSnitch({ caseId: free.theCase.id });
    const before = await everythingOf(other.theCase.id);

    const tokensOf = (snitches: { token: string }[]) => snitches.map(({ token }) => token);
    const keys = [...Array(5).fill(client.key), free.key].map((key) => basic(key));
    const hostile = hostileRequest(tokensOf(mine), tokensOf(theirs), keys);
    const seed = Math.floor(Math.random() * 2 ** 31);
    const answers = new Map<number, number>();
    const requests = fc.sample(hostile, { numRuns: REQUESTS, seed }).values();
    const work = async () => {
      for (const request of requests) {
        const { status, wrong } = await answerTo(request);
        if (wrong) throw new Error(`seed ${seed}: ${wrong}\n${JSON.stringify(request).slice(0, 2_000)}`);
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));

    expect([...answers.values()].reduce((sum, count) => sum + count)).toBe(REQUESTS);
    // If a kind of answer never came, these requests would have tested less than they seem to.
    for (const status of [200, 204, 400, 401, 402, 404, 405, 413, 422])
      expect([...answers.keys()]).toContain(status);
    expect(await everythingOf(other.theCase.id)).toEqual(before);
  },
  TIMEOUT_MS,
);

async function answerTo({ method, path, authorization, headers, body }: Hostile) {
  const answer = await send(method, path, {
    headers: { ...headers, ...(authorization && { Authorization: authorization }) },
    ...(method !== "GET" && method !== "HEAD" && { body }),
  });
  const text = await answer.text();
  return { status: answer.status, wrong: wrongWith(method, path, answer, text) };
}

/** What a hostile request must not be answered with; null when all is well. */
function wrongWith(method: string, path: string, { status, headers }: Response, text: string): string | null {
  if (status >= 500) return `answered ${status} ${text}`;
  if (text !== "" && headers.get("Content-Type") !== "application/json; charset=utf-8") return "is not JSON";
  const isOperation = ["GET", "POST", "PATCH", "DELETE"].includes(method);
  return isOperation ? contractViolation(method, path, status, text === "" ? "" : JSON.parse(text)) : null;
}

const everythingOf = (caseId: string) =>
  db.case.findUniqueOrThrow({
    where: { id: caseId },
    include: {
      snitches: { orderBy: { id: "asc" } },
      apiKeys: true,
      alerts: true,
      emails: true,
      webhooks: true,
      members: true,
    },
  });
