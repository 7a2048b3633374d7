import { expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { db } from "@/lib/platform/db";
import { listPublicNotices } from "@/lib/status-pages/notices/list-public";
import { listPagesOfIncident } from "@/lib/status-pages/notices/publish-note";
import { ACTOR, anIncident, aSnitch } from "@/testing/factories";
import { aClient, readResponse, send } from "@/testing/requests";
import { aPage } from "@/testing/status-page";

type Presented = {
  id: string;
  state: string | null;
  ended_at: string | null;
  affected: object[];
  updates: { id: string; at: string; state: string | null; text: string }[];
};

const INCIDENT = { kind: "incident", title: "Backups are late", text: "We are looking." };

type Refused = { validations: { attribute: string; message: string }[] };

/** A client whose case has a status page with two components. */
async function aPublisher() {
  const client = await aClient();
  const page = await aPage(client.theCase.id);
  const call = async <Body = Presented>(method: string, path: string, body?: unknown, key = client.key) =>
    (await readResponse(send(method, path, { key, body }))) as { status: number; body: Body };
  const publish = async (body: object = {}) => {
    const response = await call("POST", "/v1/notices", { ...INCIDENT, pages: [page.slug], ...body });
    expect(response).toMatchObject({ status: 200 });
    return response.body;
  };
  const validations = async (method: string, path: string, body: object) => {
    const { status, body: refusal } = await call<Refused>(method, path, body);
    expect(status).toBe(422);
    return refusal.validations;
  };
  return { ...client, page, call, publish, validations };
}

test("planned work follows the maintenance of the case, and stays as it was when that is deleted", async () => {
  const { publish, call, theCase, validations, page } = await aPublisher();
  const common = { caseId: theCase.id, name: "Upgrade", coversAll: true };
  const past = { startsAt: new Date("2026-03-10T01:00Z"), endsAt: new Date("2026-03-10T02:00Z") };
  const { id: maintenance } = await db.maintenance.create({ data: { ...common, ...past } });
  const { id, ...notice } = await publish({ kind: "maintenance", maintenance });
  expect(notice).toMatchObject({ state: "completed", ended_at: "2026-03-10T02:00:00.000Z" });

  await db.maintenance.update({
    where: { id: maintenance },
    data: { endsAt: new Date("2099-01-01T00:00Z") },
  });
  expect((await call("GET", `/v1/notices/${id}`)).body).toMatchObject({
    state: "in_progress",
    ended_at: null,
  });
  await db.maintenance.delete({ where: { id: maintenance } });
  expect((await call("GET", `/v1/notices/${id}`)).body).toMatchObject({
    state: "completed",
    maintenance: null,
  });

  const nightly = { schedule: "0 3 * * *", timezone: "UTC", duration: 3_600 };
  const recurring = await db.maintenance.create({ data: { ...common, ...nightly } });
  const { starts_at } = (await publish({ kind: "maintenance", maintenance: recurring.id })) as Presented & {
    starts_at: string;
  };
  expect(starts_at).toMatch(/T03:00:00.000Z$/);
  const both = { kind: "maintenance", maintenance: recurring.id, starts_at: "2026-03-10T01:00Z" };
  expect(await validations("POST", "/v1/notices", { ...INCIDENT, ...both, pages: [page.slug] })).toEqual([
    { attribute: "maintenance", message: "can’t be combined with starts_at and ends_at" },
  ]);
});

test("what is another case’s is as if it were not there", async () => {
  const { call, publish, page } = await aPublisher();
  const stranger = await aPublisher();
  const snitch = await aSnitch({ caseId: stranger.theCase.id });
  const incident = await anIncident({ snitch });
  const maintenance = await db.maintenance.create({
    data: {
      caseId: stranger.theCase.id,
      name: "x",
      coversAll: true,
      startsAt: new Date(0),
      endsAt: new Date(1),
    },
  });
  const component = stranger.page.components[0]?.id;
  const nothing = "019e6730-2200-7b52-9a3f-4a1c2b3d4e5f";
  const pairs: [object, object][] = [
    [{ pages: [stranger.page.slug] }, { pages: ["no-such-page"] }],
    [{ incidents: [incident.id] }, { incidents: [nothing] }],
    [{ affected: [{ component, impact: "minor" }] }, { affected: [{ component: nothing, impact: "minor" }] }],
    [
      { kind: "maintenance", maintenance: maintenance.id },
      { kind: "maintenance", maintenance: nothing },
    ],
  ];
  const { id } = await publish();
  for (const [foreign, absent] of pairs) {
    for (const [method, path] of [
      ["POST", "/v1/notices"],
      ["PATCH", `/v1/notices/${id}`],
    ] as const) {
      if (method === "PATCH" && "maintenance" in foreign) continue;
      const send = async (body: object) => {
        const response = await call(method, path, {
          ...(method === "POST" && { ...INCIDENT, pages: [page.slug] }),
          ...body,
        });
        const named = JSON.stringify(response).replaceAll(/[\da-f-]{36}|no-such-page|page-[\da-f]+/g, "X");
        return named;
      };
      expect(await send(foreign)).toBe(await send(absent));
      expect(await send(foreign)).toContain('"status":422');
    }
  }
});

test("readers of a page see nothing of who wrote, of incidents, or of components of other pages", async () => {
  const { publish, theCase, page } = await aPublisher();
  const other = await aPage(theCase.id);
  const incident = await anIncident({ snitch: await aSnitch({ caseId: theCase.id, name: "Secret job" }) });
  const impacts = [...page.components, ...other.components].map(({ id }) => ({
    component: id,
    impact: "minor",
  }));
  const { id } = await publish({
    pages: [page.slug, other.slug],
    affected: impacts,
    incidents: [incident.id],
  });

  const onPage = { ...page, caseId: theCase.id };
  const [notice] = await listPublicNotices(onPage, new Date());
  expect(notice).toMatchObject({
    id,
    affected: impacts.slice(0, page.components.length),
    state: "investigating",
  });
  const text = JSON.stringify(notice);
  for (const secret of [
    "Tests",
    "Secret job",
    incident.id,
    theCase.id,
    ...other.components.map(({ id }) => id),
  ])
    expect(text).not.toContain(secret);
  await db.pageComponent.delete({ where: { id: page.components[0]?.id } });
  expect((await listPublicNotices(onPage, new Date()))[0]?.affected).toEqual([impacts[1]]);
  expect(await listPublicNotices(onPage, new Date("2026-01-01T00:00Z"))).toMatchObject([{ updates: [] }]);
});

test("a note about an incident makes its notice on pages with its snitch, and continues it", async () => {
  const { call, theCase, validations, page: without } = await aPublisher();
  const snitch = await aSnitch({ caseId: theCase.id, name: "Secret job", tags: ["db"] });
  const incident = await anIncident({ snitch });
  const byTag = await aPage(theCase.id, { components: [{ name: "Databases", tag: "db" }] });
  const bySnitch = await aPage(theCase.id, { components: [{ name: "Backup", snitchId: snitch.id }] });
  const path = `/v1/incidents/${incident.id}/notes`;

  expect((await call("POST", path, { text: "One.", pages: [byTag.slug] })).status).toBe(200);
  const both = [byTag.slug, bySnitch.slug];
  expect((await call("POST", path, { state: "identified", text: "Two.", pages: both })).status).toBe(200);
  expect((await call("POST", path, { text: "Not public." })).status).toBe(200);
  const impactOn = (of: typeof byTag) => [{ component: of.components[0]?.id, impact: "major" }];
  expect((await call("GET", "/v1/notices")).body).toMatchObject([
    { title: "Backup", pages: [bySnitch.slug], affected: impactOn(bySnitch), updates: [{ text: "Two." }] },
    {
      title: "Databases",
      pages: [byTag.slug],
      incidents: [incident.id],
      affected: impactOn(byTag),
      state: "identified",
      updates: [{ text: "One." }, { text: "Two." }],
    },
  ]);

  for (const slug of [without.slug, "no-such-page", "a\u2028"])
    expect(await validations("POST", path, { text: "x", pages: [byTag.slug, slug] })).toEqual([
      { attribute: "pages", message: `has a page without this snitch: ${JSON.stringify(slug)}` },
    ]);
  // What a page cannot show is not a note either.
  expect(await validations("POST", path, { text: "a\u001b[31m", pages: both })).toMatchObject([
    { attribute: "text" },
  ]);
  const { key } = await createApiKey(theCase.id, { name: "Key", access: "acknowledge", tags: ["db"] }, ACTOR);
  expect((await call("POST", path, { text: "x", pages: both }, key)).status).toBe(422);
  expect(await db.incidentNote.count({ where: { incidentId: incident.id } })).toBe(3);
  expect(await db.noticeUpdate.count({ where: { notice: { caseId: theCase.id } } })).toBe(3);

  // The form of a note offers no drafts.
  await db.page.updateMany({ where: { slug: byTag.slug }, data: { visibility: "hidden" } });
  expect(await listPagesOfIncident(theCase.id, incident.id)).toMatchObject([{ slug: bySnitch.slug }]);
});
