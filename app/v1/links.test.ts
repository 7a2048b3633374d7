import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { aClient, readResponse } from "@/testing/requests";

const WIKI = "https://wiki.example.com/backup";

test("a link is set, shown, changed and cleared; a snitch without one has no such member", async () => {
  const client = await aClient();
  const create = (input: object) =>
    readResponse(client.post("/v1/snitches", { name: "Backup", interval: "daily", ...input }));
  expect((await create({})).body).not.toHaveProperty("url");
  const { status, body } = await create({ url: ` ${WIKI} ` });
  expect([status, body]).toMatchObject([200, { url: WIKI }]);

  const path = `/v1/snitches/${(body as { token: string }).token}`;
  const patch = async (changes: object) => (await readResponse(client.patch(path, changes))).body;
  expect(await patch({ notes: "On db1" })).toMatchObject({ url: WIKI });
  expect(await patch({ url: "http://git.example.com" })).toMatchObject({ url: "http://git.example.com" });
  expect(await patch({ url: null })).not.toHaveProperty("url");
  const [event] = await db.auditEvent.findMany({
    where: { caseId: client.theCase.id, action: "snitch.changed" },
    orderBy: { id: "desc" },
    take: 1,
  });
  expect(event?.facts).toEqual({ url: { from: "http://git.example.com", to: null } });
});
