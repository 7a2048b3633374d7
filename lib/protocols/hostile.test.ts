import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { db } from "@/lib/platform/db";
import { toUuid } from "@/lib/rules/snitch-uuid";
import { ACTOR, aCase, aSnitch } from "@/testing/factories";
import { hostileBody, hostilePart, hostileText } from "@/testing/hostile-values";
import { requestProtocol } from "@/testing/protocol-request";
import { findAdapter } from "./find-adapter";

let mine: { TOKEN: string; UUID: string; CRONITOR: string; CHECKS: string; OWN: string };
let theirs: { id: string; token: string };
beforeAll(async () => {
  const { id: caseId } = await aCase({ plan: "unlimited" });
  const aKey = async (kind: "cronitor" | "healthchecks" | "tattle") =>
    (await createApiKey(caseId, { name: kind, kind }, ACTOR)).key;
  const snitch = await aSnitch({ caseId, slug: "job" });
  mine = {
    TOKEN: snitch.token,
    UUID: toUuid(snitch),
    CRONITOR: await aKey("cronitor"),
    CHECKS: await aKey("healthchecks"),
    OWN: await aKey("tattle"),
  };
  theirs = await aSnitch({ slug: "job", key: "job" });
});

const isError = (members: string[]) => (body: string) => {
  const parsed = JSON.parse(body);
  return Object.keys(parsed).join() === members.join() && typeof parsed[members.at(-1) ?? ""] === "string";
};
const isRefusal = isError(["message", "took", "requestId"]);
/** Of Healthchecks, and of our own check-in URLs, which a wrong key looks like. */
const isPingError = (body: string) =>
  /^(?:invalid (?:url|uuid) format|not found|This address takes .*|Too many .*|No snitch has this .*\n)$/.test(
    body,
  );
const isLine = (body: string) => /^[^\n]{1,500}\n?$/.test(body);

/** The addresses of each protocol, what an error looks like, and what its parameters are. */
const PROTOCOLS = [
  { path: "/api/push/TOKEN", isError: isError(["ok", "msg"]), names: ["status", "msg", "ping"] },
  { path: "/api/v1/heartbeat/TOKEN/PART", isError: isLine, names: ["x"] },
  { path: "/heartbeats/ping/TOKEN", isError: isLine, names: ["x"] },
  { path: "/v1/check_in/TOKEN", isError: isError(["error"]), names: ["x"] },
  {
    path: "/api/v1/endpoints/PART/external",
    isError: isLine,
    names: ["success", "error", "duration"],
  },
  { path: "/api/v1/endpoints/PART/external?success=true", isError: isLine, names: ["error", "duration"] },
  {
    path: "/p/CRONITOR/PART",
    isError: isLine,
    names: [
      "state",
      "message",
      "metric",
      "series",
      "host",
      "env",
      "status_code",
      "stamp",
      "duration",
      "schedule",
    ],
  },
  { path: "/p/CRONITOR/PART/PART", isError: isLine, names: ["state", "msg", "metric", "schedule"] },
  { path: "/ping/CRONITOR/PART/PART", isError: isLine, names: ["state", "msg", "metric", "schedule"] },
  { path: "/ping/CHECKS/PART", isError: isPingError, names: ["rid", "create", "x"] },
  { path: "/ping/CHECKS/PART/PART", isError: isPingError, names: ["rid", "create", "x"] },
  { path: "/ping/UUID", isError: isPingError, names: ["rid", "create", "x"] },
  { path: "/ping/UUID/PART", isError: isPingError, names: ["rid", "create", "x"] },
  { path: "/opsgenie/v2/heartbeats/PART/ping?apiKey=OWN", isError: isRefusal, names: ["s", "m"] },
  { path: "/v2/heartbeats/PART/PART", isError: isRefusal, names: ["apiKey"] },
  { path: "/api/monitors", isError: isLine, names: ["auto-discover"] },
  { path: "/TOKEN/run", isError: isLine, names: ["state", "msg", "metric", "series"] },
];

const USUAL = [
  "up",
  "down",
  "true",
  "false",
  "10s",
  "run",
  "complete",
  "fail",
  "job",
  "1e400",
  "-1",
  "count:5",
  "*/5 * * * *",
];
const value = fc.oneof(
  fc.constantFrom(...USUAL).map(encodeURIComponent),
  hostilePart,
  hostileText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 4_000)),
);
const part = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom("job", "fail", "complete", "0", "core_job") },
  hostilePart,
);

const request = fc.record({
  protocol: fc.constantFrom(...PROTOCOLS),
  isMine: fc.boolean(),
  wrong: hostilePart,
  parts: fc.array(part, { minLength: 2, maxLength: 2 }),
  values: fc.array(fc.tuple(fc.nat(9), value), { maxLength: 4 }),
  method: fc.constantFrom("GET", "GET", "HEAD", "POST", "POST", "PUT", "DELETE", "OPTIONS", "QUERY"),
  contentType: fc.constantFrom(
    "",
    "text/plain",
    "application/json",
    "application/x-www-form-urlencoded",
    "x",
  ),
  contentEncoding: fc.constantFrom("", "", "gzip", "br", "x"),
  authorization: fc.oneof(fc.constantFrom("TOKEN", "TOKEN", "", "Bearer", "Bearer ", "Basic x"), hostileText),
  body: fc.option(hostileBody, { nil: "", freq: 2 }),
});

test("nothing that a client sends gives a 5xx or another form of error, or touches another case", async () => {
  const read = () => db.snitch.findUniqueOrThrow({ where: { id: theirs.id } });
  const before = await read();
  let minutes = 0;
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(request, async (sent) => {
      const { protocol, isMine, wrong, parts, values, method } = sent;
      const [one = "", other = ""] = parts;
      const path = protocol.path
        .replace(/TOKEN|UUID|CRONITOR|CHECKS|OWN/, (name) =>
          isMine ? mine[name as keyof typeof mine] : wrong,
        )
        .replace("PART", () => one)
        .replace("PART", () => other);
      const query = values
        .map(([n, text]) => `${protocol.names[n % protocol.names.length]}=${text}`)
        .join("&");
      // A minute later each time, so that the rate is not what most requests meet.
      minutes += 1;
      const response = await requestProtocol(`${path}${path.includes("?") ? "&" : "?"}${query}`, {
        method,
        body: sent.body ?? "",
        headers: {
          "content-type": sent.contentType,
          "content-encoding": sent.contentEncoding,
          authorization: sent.authorization === "TOKEN" ? `Bearer ${mine.TOKEN}` : sent.authorization,
        },
        at: new Date(Date.UTC(2026, 2, 10) + minutes * 60_000),
      });
      seen.add(response.status);
      expect(response.status).toBeLessThan(500);
      const isError = findAdapter(path.split("?", 1)[0] ?? "") ? protocol.isError : isLine;
      if (response.status >= 400) expect(response.body).toSatisfy(isError);
    }),
    { numRuns: 1_500 },
  );
  expect(await read()).toEqual(before);
  expect(await db.checkIn.count({ where: { snitchId: theirs.id } })).toBe(0);
  expect([...seen].toSorted()).toEqual(expect.arrayContaining([200, 201, 204, 400, 401, 403, 404, 405]));
});
