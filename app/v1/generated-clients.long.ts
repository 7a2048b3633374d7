import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runApiServer } from "@/testing/api-server";
import { openCheckInHttp } from "@/testing/check-in-http";
import { aClient, basic, send } from "@/testing/requests";

// Clients that generators make of /v1/openapi.json, as a user would: they compile, drive a server, and take a member that a later
// version adds to each object.

const PACKAGES = [
  "openapi-typescript@7.13.0",
  "openapi-fetch@0.17.0",
  "@hey-api/openapi-ts@0.95.0",
  "swagger-typescript-api@13.13.0",
  "typescript@5.9.3",
  "@types/node@20",
];

/** What each program does with its client. */
const STORY = `
  const created = await api.create({ name: "Backup", interval: "daily", tags: ["db"] });
  const token: string = created.token;
  const names: string[] = (await api.list()).map((snitch) => snitch.name);
  await fetch(process.env.CHECK_INS + "/" + token + "?s=1&m=disk+full");
  const [incident] = await api.incidents();
  if (!incident) throw new Error("There is no incident.");
  await api.acknowledge(incident.id);
  const file = { version: 1 as const, snitches: [{ key: "report", name: "Report", interval: "hourly" }] };
  const plan = await api.plan(file);
  const applied = await api.apply(plan.digest, file);
  const [again] = await api.incidents();
  console.log(JSON.stringify({
    names, status: created.status, cause: incident.cause, by: again?.acknowledged_by?.name !== undefined,
    create: plan.summary.create, done: applied.done.length,
  }));
`;

const TYPES = `
const baseUrl = process.env.BASE ?? "";
const headers = { Authorization: process.env.AUTHORIZATION ?? "" };
type Snitch = { name: string; interval: "daily"; tags: string[] };
type File = { version: 1; snitches: { [name: string]: unknown }[] };
`;

const PROGRAMS = {
  "openapi-fetch": {
    generate: ["openapi-typescript", "openapi.json", "-o", "schema.ts"],
    program: `
import createClient from "openapi-fetch";
import type { paths } from "./schema.js";
${TYPES}
const client = createClient<paths>({ baseUrl, headers });
const need = <T>({ data, error }: { data?: T; error?: unknown }): T => {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
};
const api = {
  create: async (body: Snitch) => need(await client.POST("/v1/snitches", { body })),
  list: async () => need(await client.GET("/v1/snitches")),
  incidents: async () => need(await client.GET("/v1/incidents", { params: { query: { status: "open" } } })),
  acknowledge: (id: string) => client.POST("/v1/incidents/{id}/acknowledge", { params: { path: { id } } }),
  plan: async (body: File) => need(await client.POST("/v1/configuration/plan", { body })),
  apply: async (digest: string, file: File) =>
    need(await client.POST("/v1/configuration/apply", { params: { query: { digest } }, body: { file } })),
};
${STORY}`,
  },
  "hey-api": {
    generate: ["openapi-ts", "-i", "openapi.json", "-o", "hey"],
    program: `
import { client } from "./hey/client.gen.js";
import * as sdk from "./hey/sdk.gen.js";
${TYPES}
client.setConfig({ baseUrl, headers });
const options = { throwOnError: true } as const;
const api = {
  create: async (body: Snitch) => (await sdk.createSnitch({ ...options, body })).data,
  list: async () => (await sdk.listSnitches(options)).data,
  incidents: async () => (await sdk.listIncidents({ ...options, query: { status: "open" } })).data,
  acknowledge: (id: string) => sdk.acknowledgeIncident({ ...options, path: { id } }),
  plan: async (body: File) => (await sdk.planConfiguration({ ...options, body })).data,
  apply: async (digest: string, file: File) =>
    (await sdk.applyConfiguration({ ...options, query: { digest }, body: { file } })).data,
};
${STORY}`,
  },
  "swagger-typescript-api": {
    generate: ["swagger-typescript-api", "generate", "-p", "openapi.json", "-n", "swagger.ts"],
    program: `
import { Api } from "./swagger.js";
${TYPES}
const { v1 } = new Api({ baseUrl, baseApiParams: { headers, format: "json" } });
const api = {
  create: async (body: Snitch) => (await v1.createSnitch(body)).data,
  list: async () => (await v1.listSnitches()).data,
  incidents: async () => (await v1.listIncidents({ status: "open" })).data,
  acknowledge: (id: string) => v1.acknowledgeIncident(id, { format: undefined }),
  plan: async (body: File) => (await v1.planConfiguration(body)).data,
  apply: async (digest: string, file: File) =>
    (await v1.applyConfiguration({ file }, { digest })).data,
};
${STORY}`,
  },
};

const TSX = path.resolve("node_modules/.bin/tsx");
const folder = mkdtempSync(path.join(tmpdir(), "generated-clients-"));
/** Returns what the command printed; of one that fails, that is the error. */
async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, ...env } };
  const { stdout } = await promisify(execFile)(command, args, options).catch(({ stdout, stderr }) => {
    throw new Error(`${command} ${args.join(" ")}: ${stdout}\n${stderr}`);
  });
  return stdout;
}

/** Adds a member to each object, as a later version might. */
const extend = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(extend);
  if (typeof value !== "object" || value === null) return value;
  return {
    ...Object.fromEntries(Object.entries(value).map(([name, each]) => [name, extend(each)])),
    later: { more: [1] },
  };
};

let checkIns: Awaited<ReturnType<typeof openCheckInHttp>>;
const apiUrl = runApiServer(() => checkIns.url);
const later = createServer(async (incoming, outgoing) => {
  const { method = "", url = "", headers } = incoming;
  const body = await buffer(incoming);
  const response = await fetch(`${apiUrl()}${url}`, {
    method,
    headers: { authorization: headers.authorization ?? "", "content-type": headers["content-type"] ?? "" },
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
  const text = await response.text();
  outgoing.writeHead(response.status, {
    "Content-Type": response.headers.get("content-type") ?? "text/plain",
  });
  outgoing.end(text && JSON.stringify(extend(JSON.parse(text))));
});

beforeAll(async () => {
  checkIns = await openCheckInHttp();
  await new Promise<void>((resolve) => later.listen(0, "127.0.0.1", resolve));
  writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
  await run("npm", ["install", "--no-audit", "--no-fund", "--silent", ...PACKAGES]);
  const document = await send("GET", "/v1/openapi.json", {});
  writeFileSync(path.join(folder, "openapi.json"), await document.text());
});
afterAll(() => {
  checkIns.close();
  later.close();
  rmSync(folder, { recursive: true });
});

test.each(Object.entries(PROGRAMS))(
  "a client made by %s compiles, drives a server, and takes a new member",
  async (name, { generate, program }) => {
    await run("npx", generate);
    writeFileSync(path.join(folder, `${name}.ts`), program);
    await run("npx", [
      "tsc",
      "--noEmit",
      "--strict",
      "--skipLibCheck",
      "--target",
      "es2022",
      "--module",
      "preserve",
      `${name}.ts`,
    ]);
    for (const base of [apiUrl(), `http://127.0.0.1:${(later.address() as AddressInfo).port}`]) {
      const { key } = await aClient({ plan: "unlimited" });
      const variables = { BASE: base, AUTHORIZATION: basic(key), CHECK_INS: checkIns.url };
      expect(JSON.parse(await run(TSX, [`${name}.ts`], variables))).toEqual({
        names: ["Backup"],
        status: "pending",
        cause: "error",
        by: true,
        create: 1,
        done: 1,
      });
    }
  },
);
