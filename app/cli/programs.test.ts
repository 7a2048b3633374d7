import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { GET as wellKnown } from "@/app/.well-known/tattle/route";
import { env } from "@/lib/platform/env";
import { VERSION } from "@/lib/platform/version";
import { GET } from "./[file]/route";
import { explainAbsence, findProgram } from "./programs";

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
  "“%s” is not a program",
  async (file) => {
    expect((await get(file)).status).toBe(404);
  },
);

test.each([
  ["tattle-linux-x64.deb", "A release includes it"],
  ["tattle-linux-x64.gz.sha256", "A release includes it"],
  ["other", "These files exist: tattle.mjs"],
])("what is not here is said, with the way out: %s", async (file, expected) => {
  const response = await get(file);

  expect([response.status, await response.text()]).toEqual([404, expect.stringContaining(expected)]);
});

test("without a build, as under npm run dev, it says what compiles the program", async () => {
  const { TATTLE_COMPILED } = process.env;
  process.env.TATTLE_COMPILED = "/nowhere";
  try {
    expect(explainAbsence("tattle.mjs")).toContain("`npm start` compiles it.");
    expect(await findProgram("tattle-linux-x64.gz")).toBeNull();
  } finally {
    process.env.TATTLE_COMPILED = TATTLE_COMPILED;
  }
});

test("the installation says where its check-ins go", async () => {
  expect(await wellKnown().json()).toEqual({ check_in_url: env.CHECK_IN_URL, version: VERSION });
});

test.each(["install.sh", "tattle-run.sh"])(
  "%s has curl use no protocol but HTTP, in a redirect neither",
  async (file) => {
    const text = await (await get(file)).text();
    const calls = text
      .split("\n")
      .filter((line) => /(^|[|;]|then) *curl (?!,)/.test(line.replace(/^ *#.*/, "")));
    const options = "--proto =http,https --proto-redir =http,https";

    expect(calls.length).toBeGreaterThan(0);
    // curl heeds -q, which may be in the variable, only as its first option.
    for (const call of calls)
      expect(call.replace("$t_q ", "").replace("$t_http", options)).toContain(`curl ${options}`);
    if (text.includes("$t_http")) expect(text).toContain(`t_http='${options}'`);
  },
);

test("the shell variant has at most 230 lines", async () => {
  expect((await (await get("tattle-run.sh")).text()).trimEnd().split("\n").length).toBeLessThanOrEqual(230);
});
