import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { aSnitch, aWebhook } from "@/testing/factories";
import { aManagementClient, type Method } from "@/testing/management-client";
import { runsFor } from "@/testing/runs";

const at = new Date("2100-03-09T00:00Z");
const REQUESTS = runsFor("app/api/management-fuzz.test.ts");
const TIMEOUT_MS = 240_000 + REQUESTS * 50;

// The limit of a key would refuse most of these requests.
beforeAll(() => {
  vi.spyOn(env, "API_RATE_PER_MINUTE", "get").mockReturnValue(1_000_000);
});
afterAll(() => vi.restoreAllMocks());

const text = (maximum: number) =>
  fc.string({ unit: "grapheme", maxLength: maximum / 4 }).filter((each) => [...each].length <= maximum);
const tag = fc.stringMatching(/^[a-z0-9:_-]{1,20}$/);
const keywords = text(200);
const seconds = fc.integer({ min: 60, max: 31_536_000 });

const settings = fc.record(
  {
    name: text(100).filter((name) => name === "" || name.trim() !== ""),
    slug: fc.stringMatching(/^[a-z0-9_-]{0,40}$/),
    tags: fc.uniqueArray(tag, { maxLength: 10 }).map((tags) => tags.join(" ")),
    desc: text(300),
    grace: seconds,
    manual_resume: fc.boolean(),
    methods: fc.constantFrom("", "POST"),
    start_kw: keywords,
    success_kw: keywords,
    failure_kw: keywords,
    filter_subject: fc.boolean(),
    filter_body: fc.boolean(),
    filter_http_body: fc.boolean(),
    filter_default_fail: fc.boolean(),
  },
  { requiredKeys: [] },
);

const expected = fc.oneof(
  fc.record({ timeout: seconds }),
  fc.record({
    schedule: fc.constantFrom("*/5 * * * *", "0 0 1-7 * */7", "30 7 * * 1-5", "Mon..Fri *-*-* 07:30:00"),
    tz: fc.constantFrom("UTC", "Europe/Riga", "America/St_Johns"),
  }),
);

test(
  "what is created is shown, and what is changed is shown, with everything else as before",
  async () => {
    const { answer: response } = await aManagementClient();
    await fc.assert(
      fc.asyncProperty(settings, expected, settings, expected, async (first, when, second, later) => {
        const created = await response("POST", "/v3/checks/", { at, body: { ...first, ...when } });
        expect(created).toMatchObject({ status: 201, body: { ...first, ...when } });
        const path = `/v3/checks/${created.body.uuid}`;
        expect((await response("GET", path, { at })).body).toEqual(created.body);

        const changed = await response("POST", path, { at, body: { ...second, ...later } });
        expect(changed).toMatchObject({ status: 200, body: { ...first, ...second, ...later } });
        expect(await response("POST", path, { at, body: changed.body })).toEqual(changed);
        expect(await response("DELETE", path, { at })).toEqual(changed);
        expect((await response("GET", path, { at })).status).toBe(404);
      }),
      { numRuns: Math.ceil(REQUESTS / 25) },
    );
  },
  TIMEOUT_MS,
);

const hostile = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.constantFrom(null, [], {}, "\0", "\ud800", "*", ",", "every 1 minute", "* * * * *", "Mars/Olympus", "."),
  fc.constantFrom(0, -1, 60, 1e308, 59.5, true, false),
);

const NAMES = [
  "name",
  "slug",
  "tags",
  "desc",
  "timeout",
  "grace",
  "schedule",
  "tz",
  "channels",
  "unique",
  "methods",
  "manual_resume",
  "subject",
  "subject_fail",
  "success_kw",
  "filter_body",
  "api_key",
  "__proto__",
  "uuid",
];

const body = fc.oneof(
  fc.dictionary(fc.constantFrom(...NAMES), hostile, { maxKeys: 4 }).map((given) => JSON.stringify(given)),
  fc.json(),
  fc.string({ unit: "binary", maxLength: 60 }).filter((each) => each.isWellFormed()),
);

const method = fc.constantFrom<Method>("GET", "POST", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS");

const rest = fc.oneof(
  fc.constantFrom(
    "",
    "/",
    "/pause",
    "/resume",
    "/pings/",
    "/pings/1/body",
    "/pings/99999999999/body",
    "/flips",
    "/flips/?seconds=x",
    "/flips/?start=1e9",
    "/../..",
    "//",
  ),
  fc.string({ maxLength: 12 }).map((each) => `/${encodeURIComponent(each)}`),
);

const query = fc
  .dictionary(fc.constantFrom("tag", "slug", "seconds", "start", "end"), fc.string({ unit: "binary" }), {
    maxKeys: 2,
  })
  .map((given) =>
    new URLSearchParams(Object.entries(given).map(([k, v]) => [k, v.toWellFormed()])).toString(),
  );

test(
  "no request fails or touches another case, and every refusal is JSON with an error",
  async () => {
    const { answer: response, caseId } = await aManagementClient();
    const { token } = await aSnitch({ caseId, token: crypto.randomUUID() });
    const foreign = await aSnitch({ token: crypto.randomUUID() });
    await aWebhook({ caseId, url: "https://example.com" });
    const before = await db.snitch.findUniqueOrThrow({ where: { id: foreign.id } });
    const place = fc.oneof(
      fc.constant("checks"),
      fc
        .tuple(fc.constantFrom(token, foreign.token, "x".repeat(40), "x"), rest)
        .map(([id, end]) => `checks/${id}${end}`),
      fc.constantFrom("channels", "badges/", "status", "", "metrics/", "checks//"),
    );
    let run = 0;

    await fc.assert(
      fc.asyncProperty(method, place, query, body, async (verb, where, search, sent) => {
        const path = `/v${(run++ % 3) + 1}/${where}${where.includes("?") ? "&" : "?"}${search}`;
        const hasBody = verb !== "GET" && verb !== "HEAD";
        const { status, body: said } = await response(verb, path, {
          at,
          ...(hasBody && { body: sent }),
        });

        expect(status).toBeLessThan(500);
        expect(status).not.toBe(429);
        const isPlain = said === "check is not paused" || said === "OK" || status === 204;
        if (status === 200 && verb === "DELETE") await aSnitch({ caseId, token });
        if (status >= 400 && !isPlain) expect(Object.keys(said)).toEqual(["error"]);
      }),
      { numRuns: REQUESTS },
    );

    expect(await db.snitch.findUniqueOrThrow({ where: { id: foreign.id } })).toEqual(before);
    expect(await db.snitch.count({ where: { caseId: foreign.caseId } })).toBe(1);
  },
  TIMEOUT_MS,
);
