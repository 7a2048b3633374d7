import fc from "fast-check";
import { describe, expect, test } from "vitest";
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
