import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import packageJson from "@/package.json" with { type: "json" };

const folder = mkdtempSync(path.join(tmpdir(), "tattle-publish-"));
afterAll(() => rmSync(folder, { recursive: true }));

const FILES = [
  "package.json",
  "README.md",
  "compose.yaml",
  "CHANGELOG.md",
  "docs/deployment.md",
  "docs/publishing.md",
];
const read = (file: string) => readFileSync(path.join(folder, file), "utf8");
const prepare = (...args: string[]) =>
  spawnSync(process.execPath, [path.resolve("scripts/publish-prepare.mjs"), ...args], {
    cwd: folder,
    encoding: "utf8",
  });

test("a repository's address is changed wherever it or an image is named, as often as it moves", () => {
  for (const file of FILES) cpSync(file, path.join(folder, file));
  for (const args of [
    ["init", "--quiet"],
    ["add", "."],
  ])
    execFileSync("git", args, { cwd: folder });
  const [, former] = /^https:\/\/github\.com\/([\w-]+)\//.exec(packageJson.repository) ?? [];

  for (const address of ["https://github.com/Acme/Watch.git", "https://github.com/other/tattle/"]) {
    const [, owner = "", name = ""] = /com\/(\w+)\/(\w+)/.exec(address) ?? [];
    const image = `ghcr.io/${owner.toLowerCase()}/${name.toLowerCase()}`;
    const { status, stdout } = prepare(address);
    expect([status, stdout]).toEqual([0, expect.stringContaining("# Publishing")]);
    expect(JSON.parse(read("package.json"))).toEqual({
      ...packageJson,
      repository: `https://github.com/${owner}/${name}`,
    });
    expect(read("README.md")).toContain(`git clone https://github.com/${owner}/${name} tattle`);
    for (const file of ["compose.yaml", "docs/deployment.md"]) expect(read(file)).toContain(`${image}:`);
    expect(read("CHANGELOG.md")).toContain(`oci://ghcr.io/${owner.toLowerCase()}/charts/tattle`);
    for (const file of FILES) expect(read(file)).not.toMatch(new RegExp(`(com|io)/${former}/`, "i"));
  }
});

test("what isn't an address of a repository is refused, and changes nothing", () => {
  const before = FILES.map(read);
  for (const args of [[], ["https://github.com/acme"], ["https://example.com/acme/tattle"]])
    expect(prepare(...args)).toMatchObject({ status: 2, stderr: expect.stringContaining("Enter the") });
  expect(FILES.map(read)).toEqual(before);
});
