import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  buildCurlCommand,
  EXAMPLES,
  type Example,
  exampleApiKey,
  exampleBadge,
  exampleCaseId,
  exampleChannel,
  exampleIncident,
  exampleMachine,
  exampleMaintenance,
  exampleNotice,
  examplePage,
  exampleRun,
  exampleSnitch,
  exampleSubscriber,
  resolvedNotice,
} from "@/lib/api/examples";
import type { Operation } from "@/lib/api/operation";
import { addChannel } from "@/lib/channels/add";
import type { PresentedPage } from "@/lib/pages/present-page";
import { db, query } from "@/lib/platform/db";
import { saveRuns } from "@/lib/runs/store";
import { contractViolation } from "@/testing/contract";
import { ACTOR, aSnitch } from "@/testing/factories";
import { aClient, type Client, readResponse, send } from "@/testing/requests";
import { OPERATIONS } from "./operations";

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const result = await send(request.method ?? "", request.url ?? "", {
    headers: { authorization: request.headers.authorization ?? "" },
    ...(body.length > 0 && { body }),
  });
  response.writeHead(result.status, Object.fromEntries(result.headers));
  response.end(await result.text());
});
const baseUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => server.close());
afterEach(async () => {
  await db.snitch.deleteMany({ where: { token: exampleSnitch.token } });
  await db.maintenance.deleteMany({ where: { id: exampleMaintenance.id } });
  await db.channel.deleteMany({ where: { id: exampleChannel.id } });
  await db.apiKey.deleteMany({ where: { id: exampleApiKey.id } });
  await db.share.deleteMany({
    where: { OR: [{ id: exampleBadge.id }, { page: { slug: examplePage.slug } }] },
  });
  await db.notice.deleteMany({ where: { id: exampleNotice.id } });
});

/** The test of a channel needs a receiver, an apply a plan, and a status page is no path of `/v1`: see their own tests. */
const ELSEWHERE = ["testChannel", "applyConfiguration", "readPublicPage"];
const examples = OPERATIONS.filter(({ id }) => !ELSEWHERE.includes(id)).map(
  (operation) => [operation.title, operation, EXAMPLES[operation.id]] as const,
);

async function addExampleRun() {
  const { id: snitchId } = await db.snitch.findUniqueOrThrow({ where: { token: exampleSnitch.token } });
  await saveRuns(query, [{ snitchId, run: exampleRun }]);
}

async function addExampleIncident(caseId: string) {
  const { id: snitchId } = await db.snitch.findUniqueOrThrow({ where: { token: exampleSnitch.token } });
  const { snitch: _, heldBy: __, machine: ___, ...incident } = exampleIncident;
  await db.incident.create({ data: { ...incident, caseId, snitchId, badCount: 1 } });
}

async function addExampleChannel(caseId: string) {
  const { id, settings, createdAt, ...input } = exampleChannel;
  const { tagsAny, tagsAll, tagsNone, minSeverity, causes, isDefault, kind, name } = input;
  const route = { tagsAny, tagsAll, tagsNone, minSeverity, causes };
  const added = await addChannel(caseId, { kind, name, settings, route, isDefault }, ACTOR);
  await db.channel.update({ where: { id: added.id }, data: { id, createdAt } });
}

async function addExampleApiKey(caseId: string) {
  await db.apiKey.create({ data: { ...exampleApiKey, caseId, hash: exampleApiKey.id } });
}

async function addExampleNotice(caseId: string, operation: string) {
  const [page] = exampleNotice.pages;
  const [component] = exampleNotice.affected;
  if (!page || !component) throw new Error("The example has no page");
  await db.share.create({
    data: { id: page.id, kind: "page", name: "Acme", settings: {}, createdBy: "", caseId },
  });
  const components = { create: { id: component.component, position: 0, groupName: "", name: "Backups" } };
  await db.page.create({ data: { ...page, caseId, visibility: "public", settings: {}, components } });
  if (operation === "createNotice") return;
  const isEnded = operation === "removeNoticeUpdate";
  const { pages: _, updates, state: __, endedAt: ___, ...columns } = isEnded ? resolvedNotice : exampleNotice;
  await db.notice.create({
    data: {
      ...columns,
      caseId,
      createdBy: "Terraform",
      updates: { create: updates },
      pages: { create: { pageId: page.id } },
    },
  });
}

/** A client whose case has the snitch of the examples, in the state that the operation needs. */
async function aClientFor({ id }: Operation): Promise<Client> {
  const client = await aClient();
  const caseId = client.theCase.id;
  if (id === "unpauseSnitch") await aSnitch({ ...exampleSnitch, caseId, status: "paused", deadline: null });
  else if (id !== "createSnitch" && !id.startsWith("ensureSnitch"))
    await aSnitch({ ...exampleSnitch, caseId, deadline: new Date("2100-01-01") });
  if (id === "listRuns" || id === "showRun") await addExampleRun();
  if (/Incidents?(Note)?$/.test(id)) await addExampleIncident(caseId);
  if (id === "listBadges" || id === "revokeBadge") {
    const { id: shareId, label: name, settings } = exampleBadge;
    await db.share.create({ data: { id: shareId, kind: "badge", name, settings, createdBy: "Ada", caseId } });
  }
  if (/(Pages?|Subscribers?)$/.test(id) && id !== "createPage") {
    const { components, title: name, ...page } = examplePage;
    const share = await db.share.create({
      data: { kind: "page", name, settings: {}, createdBy: "Ada", caseId },
    });
    await db.page.create({
      data: {
        ...page,
        id: share.id,
        caseId,
        components: {
          create: components.map(({ snitch, ...component }, position) => ({
            ...component,
            position,
            ...(snitch && { snitch: { connect: { token: snitch.token } } }),
          })),
        },
      },
    });
    const { confirmed_at: confirmedAt, ...subscriber } = exampleSubscriber;
    await db.pageSubscriber.create({ data: { ...subscriber, confirmedAt, pageId: share.id } });
  }
  if (/Notices?(Update)?$/.test(id)) await addExampleNotice(caseId, id);
  if (/Machines?$/.test(id)) {
    const { snitches: _, missing: __, silentSince: ___, ...columns } = exampleMachine;
    await db.machine.create({ data: { ...columns, caseId } });
  }
  if (/.Maintenance$/.test(id) && id !== "createMaintenance") {
    const { snitches: _, ...columns } = exampleMaintenance;
    await db.maintenance.create({ data: { ...columns, caseId } });
  }
  if ((/.Channel$/.test(id) && id !== "createChannel") || id === "listChannels")
    await addExampleChannel(caseId);
  if (id === "listApiKeys" || id === "removeApiKey" || id === "changeApiKey" || id === "rotateApiKey")
    await addExampleApiKey(caseId);
  return client;
}

/** Replaces the random token and the creation time of a new snitch by those of the example, and everything else that is random. */
function withExampleValues(operation: Operation, body: unknown): unknown {
  // Of the case’s own past.
  if (operation.id === "listAuditEvents") return EXAMPLES.listAuditEvents.response;
  // The client’s own key is listed, too.
  if (operation.id === "listApiKeys")
    return (body as { id: string }[]).filter(({ id }) => id === exampleApiKey.id);
  if (operation.id === "createBadge") {
    const { id } = body as { id: string };
    return JSON.parse(JSON.stringify(body).replaceAll(id, exampleBadge.id));
  }
  if (operation.id === "createPage") {
    const id = (body as PresentedPage).groups[0]?.components[0]?.id ?? "";
    return JSON.parse(JSON.stringify(body).replaceAll(id, examplePage.components[0]?.id ?? ""));
  }
  if (operation.id === "createNotice" || operation.id === "addNoticeUpdate") {
    const { response } = EXAMPLES[operation.id];
    const [first] = response.updates;
    const { updates } = body as typeof response;
    return {
      ...(body as object),
      id: response.id,
      created_at: response.created_at,
      updates: updates.map((update, i) => ({
        ...update,
        id: response.updates[i]?.id,
        by: first?.by,
        at: response.updates[i]?.at,
      })),
    };
  }
  if (operation.id === "createApiKey") {
    expect(body).toEqual({
      id: expect.any(String),
      name: "Cron jobs",
      key: expect.stringMatching(/^[\da-f]{24}$/),
    });
    return EXAMPLES.createApiKey.response;
  }
  if (operation.id === "rotateApiKey") {
    const { response } = EXAMPLES.rotateApiKey;
    expect(body).toEqual({
      ...response,
      key: expect.stringMatching(/^[\da-f]{24}$/),
      former_works_until: expect.any(String),
    });
    return response;
  }
  if (operation.id === "showSentryDsn" || operation.id === "changeSentryDsn") {
    const { response } = EXAMPLES[operation.id];
    const dsn = expect.stringMatching(/^http:\/\/[\da-f]{32}@localhost:3001\/\d+$/);
    expect(body).toEqual({ ...response, dsn });
    return response;
  }
  if (operation.id === "showConfiguration") return { ...(body as object), case: "Acme" };
  if (operation.id === "planConfiguration")
    return { ...(body as object), digest: EXAMPLES.planConfiguration.response.digest };
  if (operation.id === "createChannel")
    return { ...(body as object), id: exampleChannel.id, created_at: exampleChannel.createdAt.toISOString() };
  if (operation.id === "listIncidents" || operation.id === "showIncident")
    return JSON.parse(JSON.stringify(body).replace(/[\da-f-]{36}(?=\/incidents\/)/, exampleCaseId));
  if (operation.id === "addIncidentNote") {
    const { id, at, by } = EXAMPLES.addIncidentNote.response;
    return { ...(body as object), id, at, by };
  }
  if (operation.id === "createMaintenance") return { ...(body as object), id: exampleMaintenance.id };
  if (operation.id === "replaySnitch")
    return { ...(body as object), since: "2026-04-27T12:00:00.000Z", until: "2026-05-27T12:00:00.000Z" };
  if (operation.id === "ensureSnitch" || operation.id === "ensureSnitches") return withExampleToken(body);
  if (operation.id !== "createSnitch") return body;
  const { token, created_at } = body as { token: string; created_at: string };
  expect(token).toMatch(/^[\da-f]{16}$/);
  const shown = JSON.stringify(body).replaceAll(token, exampleSnitch.token);
  return JSON.parse(shown.replaceAll(created_at, exampleSnitch.createdAt.toISOString()));
}

test.each(examples)(
  "%s: the response is the one in the reference",
  async (_, operation, example: Example) => {
    const client = await aClientFor(operation);
    const { method, response } = operation;

    const { status, body } = await readResponse(
      send(method, example.path, { key: client.key, body: example.body }),
    );

    expect(status).toBe(operation.creates ? 201 : response ? 200 : 204);
    if (example.response !== undefined) expect(withExampleValues(operation, body)).toEqual(example.response);
    expect(contractViolation(method, example.path, status, body)).toBeNull();
  },
);

const withExampleToken = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body).replaceAll(/[\da-f]{16}/g, exampleSnitch.token));

const shell = promisify(execFile);
const isCurlInstalled = await shell("curl", ["--version"]).then(
  () => true,
  () => false,
);

test.skipIf(!isCurlInstalled).each(examples)(
  "%s: the command in the reference works",
  async (_, operation, example: Example) => {
    const client = await aClientFor(operation);

    const { stdout } = await shell("sh", [
      "-c",
      `${buildCurlCommand(operation.method, example, client.key, baseUrl())} -sS`,
    ]);

    const body = stdout === "" ? "" : JSON.parse(stdout);
    if (example.response !== undefined) expect(withExampleValues(operation, body)).toEqual(example.response);
  },
);
