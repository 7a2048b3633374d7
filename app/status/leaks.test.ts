import { randomBytes, randomInt } from "node:crypto";
import { expect, test } from "vitest";
import * as statuspage from "@/app/status/[slug]/api/v2/[file]/route";
import * as feed from "@/app/status/[slug]/feed.atom/route";
import * as status from "@/app/status/[slug]/route";
import { db } from "@/lib/platform/db";
import { eventually } from "@/testing/eventually";
import { aSnitch } from "@/testing/factories";
import { aClient, readResponse } from "@/testing/requests";

/** With TEST_RUNS=200, as many cases as the goal says. */
const RUNS = Number(process.env.TEST_RUNS || 5);

/** A text that is nowhere else. */
const needle = (kind: string) => `${kind}-${randomBytes(6).toString("hex")}`;

const STATUSES = ["healthy", "failed", "errored", "pending", "paused"] as const;

async function visit(slug: string, key: string | null): Promise<string> {
  const query = key ? `?key=${key}` : "";
  const requests: [string, (request: Request) => Promise<Response>][] = [
    [slug, (request) => status.GET(request, { params: Promise.resolve({ slug }) })],
    [`${slug}.json`, (request) => status.GET(request, { params: Promise.resolve({ slug: `${slug}.json` }) })],
    [`${slug}/feed.atom`, (request) => feed.GET(request, { params: Promise.resolve({ slug }) })],
    ...["status.json", "summary.json", "incidents.json", "other"].map((file): (typeof requests)[number] => [
      `${slug}/api/v2/${file}`,
      (request) => statuspage.GET(request, { params: Promise.resolve({ slug, file }) }),
    ]),
  ];
  const texts: string[] = [];
  for (const [path, get] of requests) {
    const response = await get(
      new Request(`http://localhost:3000/status/${path}${query}`, {
        headers: { "x-tattle-peer": "203.0.113.9" },
      }),
    );
    texts.push(path, String(response.status), JSON.stringify([...response.headers]), await response.text());
  }
  return texts.join("\n");
}

test("no byte of a page, its JSON, its feed, its headers or its errors says anything that was not chosen", async () => {
  for (let run = 0; run < RUNS; run++) {
    const client = await aClient();
    const caseId = client.theCase.id;
    const secrets = {
      caseName: needle("case"),
      name: needle("internal"),
      notes: needle("notes"),
      tag: needle("tag"),
      email: `${needle("mail")}@example.com`,
      group: needle("recipient"),
    };
    await db.case.update({
      where: { id: caseId },
      data: { name: secrets.caseName, alertEmail: secrets.email },
    });
    const snitches = await Promise.all(
      Array.from({ length: randomInt(1, 5) }, (_, i) => {
        const state = STATUSES[randomInt(STATUSES.length)] ?? "healthy";
        return aSnitch({
          caseId,
          name: `${secrets.name}-${i}`,
          notes: secrets.notes,
          tags: [secrets.tag],
          alertEmail: [secrets.email],
          status: state,
          deadline: state === "pending" || state === "paused" ? null : new Date("2100-01-01"),
        });
      }),
    );
    const visibility = ["public", "link", "hidden"][randomInt(3)];
    const slug = `leaks-${process.pid}-${randomBytes(4).toString("hex")}`;
    const chosen = needle("chosen");
    const { body } = await readResponse(
      client.post("/v1/pages", {
        slug,
        title: chosen,
        visibility,
        show_durations: randomInt(2) === 1,
        groups: [
          {
            name: "Jobs",
            components: [
              ...snitches.map(({ token }, i) => ({ name: `Job ${i}`, snitch: token })),
              { name: "All", tag: secrets.tag },
            ],
          },
        ],
      }),
    );
    const { key } = body as { key: string | null };
    const seen = await eventually(async () => {
      const text = await visit(slug, key);
      expect(text.includes(chosen)).toBe(visibility !== "hidden");
      return text;
    });
    const share = await db.share.findFirstOrThrow({ where: { page: { slug } } });
    const hidden = [
      ...Object.values(secrets),
      ...snitches.flatMap(({ id, token }) => [id, token]),
      caseId,
      share.id,
      share.createdBy,
      client.key,
    ];
    for (const secret of hidden)
      expect(seen.includes(secret), `${secret} of a ${visibility} page`).toBe(false);
    // Whoever has no key sees nothing of a link, not even what was chosen.
    if (visibility === "link") expect(await visit(slug, null)).not.toContain(chosen);
  }
});
