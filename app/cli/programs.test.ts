import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { GET as wellKnown } from "@/app/.well-known/tattle/route";
import { env } from "@/lib/platform/env";
import { VERSION } from "@/lib/platform/version";
import { GET } from "./[file]/route";

const get = (file: string, headers: Record<string, string> = {}) =>
  GET(new Request(`http://localhost/cli/${file}`, { headers }), { params: Promise.resolve({ file }) });

test("the program is one file that Node.js runs, and its checksum is that of the file", async () => {
  const program = Buffer.from(await (await get("tattle.mjs")).arrayBuffer());
  const checksum = await (await get("tattle.mjs.sha256")).text();

  expect(program.toString()).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect(program.toString()).not.toMatch(/from "(?!node:)[^"]+";$/m);
  expect(checksum).toBe(`${createHash("sha256").update(program).digest("hex")}  tattle.mjs\n`);
});

test("a copy is kept until there is another one", async () => {
  const etag = (await get("tattle-run.sh")).headers.get("etag") ?? "";

  const again = await get("tattle-run.sh", { "If-None-Match": etag });

  expect([again.status, again.headers.get("cache-control")]).toEqual([304, "public, no-cache"]);
});

test("the installer fetches from the address at which people reach this installation", async () => {
  const text = await (await get("install.sh")).text();

  expect(text).toContain(`url=${env.APP_URL}\n`);
  expect(text).not.toContain("tattle.example");
});

test.each(["main.ts", "..%2Ftattle.mjs", "constructor", "tattle.mjs.sha256.sha256", ""])(
  "“%s” is no program",
  async (file) => {
    expect((await get(file)).status).toBe(404);
  },
);

test("the installation says where its check-ins go", async () => {
  expect(await wellKnown().json()).toEqual({ check_in_url: env.CHECK_IN_URL, version: VERSION });
});

test("the shell variant has at most 200 lines", async () => {
  expect((await (await get("tattle-run.sh")).text()).trimEnd().split("\n").length).toBeLessThanOrEqual(200);
});
