import { describe, expect, test } from "vitest";
import { z } from "zod";
import { CHANNEL_EXAMPLES } from "@/lib/testing/channel-examples";
import { HOSTILE_NAMES, hostileTold, TOLD } from "@/lib/testing/told";
import { ALL_KINDS } from "./find";
import { isHostIn } from "./settings";

/** The golden requests were read against the documentation of each service. `npx vitest -u` writes them again. */
const goldenFile = (kind: string) => `./golden/${kind}.json`;

const readable = (body: string) => {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
};

test("every kind has an example of its settings", () => {
  expect(Object.keys(CHANNEL_EXAMPLES).sort()).toEqual(ALL_KINDS.map(({ kind }) => kind).sort());
});

describe.each(ALL_KINDS)("$kind", (kind) => {
  const example = CHANNEL_EXAMPLES[kind.kind];
  const settings = kind.settings.parse(example?.settings ?? {});
  const ref = example?.ref ?? null;

  test("sends the golden requests", async () => {
    const requests = Object.fromEntries(
      Object.entries(TOLD).map(([name, told]) => [
        name,
        kind
          .requestsOf(told, settings, name === "missing" ? null : ref)
          .map((request) => ({ ...request, body: readable(request.body) })),
      ]),
    );
    await expect(`${JSON.stringify(requests, null, 2)}\n`).toMatchFileSnapshot(goldenFile(kind.kind));
  });

  test("sends the same in every attempt, and only to its hosts", () => {
    for (const told of Object.values(TOLD)) {
      const requests = kind.requestsOf(told, settings, ref);
      expect(kind.requestsOf(told, settings, ref)).toEqual(requests);
      for (const { url } of requests)
        if (kind.hosts !== "any") expect(isHostIn(new URL(url).hostname, kind.hosts)).toBe(true);
    }
  });

  test("sends hostile names without breaking its format", () => {
    for (const name of HOSTILE_NAMES)
      for (const { url, headers, body } of kind.requestsOf(hostileTold(name), settings, ref)) {
        expect(URL.canParse(url)).toBe(true);
        expect(new URL(url).host).toBe(
          new URL(kind.requestsOf(TOLD.missing ?? hostileTold(""), settings, null)[0]?.url ?? "").host,
        );
        expect(() => new Headers(headers)).not.toThrow();
        expect(body.isWellFormed()).toBe(true);
        if (headers["Content-Type"] === "application/json") expect(() => JSON.parse(body)).not.toThrow();
      }
  });

  test("names each setting, says where to find it, and shows an example that is valid", () => {
    expect(kind.settings.safeParse(example?.settings).success).toBe(true);
    for (const setting of Object.values(kind.settings.shape)) {
      const meta = z.globalRegistry.get(setting);
      expect(meta).toMatchObject({
        title: expect.any(String),
        description: expect.any(String),
        examples: [expect.any(String)],
      });
      for (const shown of (meta?.examples as string[]) ?? [])
        expect(z.safeParse(setting, shown).success).toBe(true);
    }
    for (const secret of kind.secrets) expect(Object.keys(example?.settings ?? {})).toContain(secret);
  });
});
