import { once } from "node:events";
import { connect } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { db } from "@/lib/platform/db";
import { toUuid } from "@/lib/rules/snitch-uuid";
import { listStoredCheckIns, openCheckInHttp } from "@/testing/check-in-http";
import { ACTOR, aCase, aSnitch } from "@/testing/factories";
import { bodyText } from "./body-text";
import { parsePingPath } from "./ping-target";

describe("the path of a ping", () => {
  const UUID = "07c2f548-9850-4b27-af5d-6c9dc157ec02";
  const KEY = "0123456789abcdef01234567";

  test.each([
    [`/ping/${UUID}`, { kind: "uuid", uuid: UUID, action: "success", exitStatus: "" }],
    [`/ping//${UUID}//`, { kind: "uuid", uuid: UUID, action: "success", exitStatus: "" }],
    [`/ping/${UUID}/start`, { kind: "uuid", uuid: UUID, action: "start", exitStatus: "" }],
    [`/ping/${UUID}/00`, { kind: "uuid", uuid: UUID, action: "exit_status", exitStatus: "0" }],
    [
      `/ping/${KEY}/job/255`,
      { kind: "slug", key: KEY, slug: "job", action: "exit_status", exitStatus: "255" },
    ],
    [`/ping/${KEY}/start`, { kind: "slug", key: KEY, slug: "start", action: "success", exitStatus: "" }],
    [`/ping/${KEY}/1/1`, { kind: "slug", key: KEY, slug: "1", action: "exit_status", exitStatus: "1" }],
  ])("%s is read", (path, expected) => {
    expect(parsePingPath(path)).toEqual(expected);
  });

  test("every number is an exit status up to 255", () => {
    fc.assert(
      fc.property(fc.nat(), (number) => {
        const { action, exitStatus } = parsePingPath(`/ping/${UUID}/${number}`);
        expect([action, exitStatus]).toEqual(
          number <= 255 ? ["exit_status", String(number)] : ["too_large_exit_status", ""],
        );
      }),
    );
  });
});

test("a body is whole if it was kept whole, and its beginning and its end otherwise", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(30), fc.nat(60), (bytes, headBytes, tailBytes) => {
      const all = Buffer.from(bytes);
      const head = all.subarray(0, headBytes);
      const tail = tailBytes === 0 ? Buffer.alloc(0) : all.subarray(-tailBytes);
      const isWhole = all.length <= headBytes || headBytes + tail.length >= all.length;
      expect(bodyText({ head, tail, bytes: all.length })).toBe(
        isWhole ? all.toString("utf8") : `${head.toString("utf8")}\n${tail.toString("utf8")}`,
      );
    }),
  );
});

describe("over HTTP", () => {
  let http: Awaited<ReturnType<typeof openCheckInHttp>>;
  beforeAll(async () => {
    http = await openCheckInHttp();
  });
  afterAll(() => http.close());

  /** Sends a request line as it is; clients of Node.js would tidy it up. Returns the status and the body. */
  async function responseTo(method: string, target: string, body: Uint8Array) {
    const socket = connect(Number(new URL(http.url).port), "127.0.0.1");
    let received = "";
    socket.setEncoding("latin1").on("data", (chunk) => (received += chunk));
    socket.on("error", () => {});
    const head = `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n`;
    socket.write(Buffer.concat([Buffer.from(`${head}\r\n`, "latin1"), body]));
    await Promise.race([once(socket, "end"), once(socket, "close")]);
    socket.destroy();
    const [, status = "0"] = /^HTTP\/1.1 (\d{3})/.exec(received) ?? [];
    return { status: Number(status), body: received.split("\r\n\r\n").slice(1).join("\r\n\r\n") };
  }

  const ANSWERS: Record<number, RegExp> = {
    200: /^OK$/,
    400: /^invalid (?:url|uuid) format$/,
    404: /^not found$/,
    405: /^This address takes GET, HEAD, POST\.$/,
    429: /^Too many/,
  };

  test("no path, query or body makes it fail, and another case is never touched", async () => {
    const other = await aSnitch({ slug: "job" });
    const { id: caseId } = await aCase({ plan: "unlimited" });
    const { key } = await createApiKey(caseId, { name: "Jobs", kind: "healthchecks" }, ACTOR);
    const snitch = await aSnitch({ caseId, slug: "job" });
    const text = fc.stringMatching(/^[!-~\x80-\xff]{0,12}$/).map((text) => text.replace(/[?#]/g, "%"));
    const segment = fc.oneof(
      text,
      fc.constantFrom(
        "job",
        "start",
        "fail",
        "log",
        "0",
        "255",
        "256",
        "%00",
        "%2e",
        "..",
        "job%2f",
        "JOB",
        "É",
      ),
    );
    const target = fc.oneof(
      fc.constantFrom(`/ping/${key}/job`, `/ping/${toUuid(snitch)}`),
      segment.map((slug) => `/ping/${key}/${slug}x`),
      fc.constant(`/ping/${"x".repeat(30)}/job`),
    );
    const query = fc.oneof(
      fc.constantFrom("", "?", "?rid", "?rid=%00", `?rid=${toUuid(snitch)}&rid=x`, "?rid=%zz", "?create=0"),
      text.map((value) => `?rid=${value}`),
    );
    const method = fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH", "PROPFIND");
    await fc.assert(
      fc.asyncProperty(
        method,
        target,
        fc.array(segment, { maxLength: 2 }),
        query,
        fc.uint8Array({ maxLength: 40 }),
        async (method, target, more, query, body) => {
          const response = await responseTo(method, [target, ...more].join("/") + query, body);
          expect([response.status, response.body]).toEqual([
            response.status,
            expect.stringMatching(ANSWERS[response.status] ?? /^no such status$/),
          ]);
        },
      ),
      { numRuns: 400 },
    );
    expect(await listStoredCheckIns(other.id)).toEqual([]);
    expect(await db.snitch.count({ where: { caseId } })).toBe(1);
  });
});
