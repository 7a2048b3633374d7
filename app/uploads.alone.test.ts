import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { planFile } from "@/lib/configuration/plan-file";
import { aCaseWith } from "@/testing/members";
import { aSessionCookie } from "@/testing/session-cookie";
import { formResult } from "./actions/form-result";
import { configureServer } from "./configure-server";

const atLimit = (limit: string) => ({ attribute: "text", message: limit });

/** What the page of a configuration does with a form, and another page with another form. */
async function respond(request: IncomingMessage, response: ServerResponse) {
  const body = await readText(request);
  const [, caseId, account] = /^\/([^/]+)\/settings\/configuration\?(.+)$/.exec(request.url ?? "") ?? [];
  const state = await formResult(new FormData(), async () =>
    caseId && account
      ? (await planFile({ text: body, prunes: false, secrets: {} }, { caseId, upload: { account, atLimit } }))
          .problems.length
      : body.length,
  );
  response.end(JSON.stringify(state));
}

const server = createServer(respond);
beforeAll(async () => {
  vi.stubEnv("NODE_ENV", "production");
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  configureServer(server);
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

async function send(path: string, body: string, cookie = "") {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    body,
    headers: { cookie },
  });
  return { status: response.status, state: await response.json() };
}

/** More than strangers may send. */
const FILE = `unknown: 1 # ${"x".repeat(100_000)}`;

test("uploads at once are read one after another, and neither they nor other forms are refused", async () => {
  const { caseId, owner, admin } = await aCaseWith({ owner: "owner", admin: "admin" });
  const cookies = { [owner.id]: await aSessionCookie(owner.id), [admin.id]: await aSessionCookie(admin.id) };
  const upload = ({ id }: { id: string }) =>
    send(`/${caseId}/settings/configuration?${id}`, FILE, cookies[id]);

  const uploads = Promise.all([owner, admin, owner, admin].map(upload));
  const forms = await Promise.all(Array.from({ length: 60 }, () => send("/sign-in", "x".repeat(300))));

  expect(forms.map(({ status, state }) => [status, state.result])).toEqual(forms.map(() => [200, 300]));
  expect((await uploads).map(({ status, state }) => [status, state.result])).toEqual(
    Array.from({ length: 4 }, () => [200, expect.any(Number)]),
  );
});
