import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import packageJson from "@/package.json" with { type: "json" };

type Step = { name?: string; run?: string; env?: Record<string, string> };
type Workflow = { jobs: Record<string, { steps: Step[] }> };

const folder = mkdtempSync(path.join(tmpdir(), "tattle-release-"));
const programs = path.join(folder, "programs");
const log = path.join(folder, "log");
afterAll(() => rmSync(folder, { recursive: true }));

/** Programs of others, which say what they were asked for. `npm` leaves what `npm run release` makes. */
function addPrograms(): void {
  mkdirSync(programs);
  const lines: Record<string, string> = {
    npm: "mkdir -p .data/release/tattle-1/dist/cli; touch .data/release/a.tar.gz .data/release/sbom.cdx.json .data/release/tattle-1/dist/cli/a.deb",
    docker: 'case "$*" in *inspect*) echo sha256:d1;; *login*) cat >/dev/null;; esac',
    cosign: ":",
    gh: ":",
    helm: 'case "$*" in *login*) cat >/dev/null;; esac',
  };
  for (const [name, line] of Object.entries(lines)) {
    const file = path.join(programs, name);
    writeFileSync(file, `#!/bin/sh\necho "${name} $*" >> "${log}"\n${line}\n`);
    chmodSync(file, 0o755);
  }
}

function runJob(job: string): string[] {
  const { jobs } = parse(readFileSync(".github/workflows/release.yml", "utf8")) as Workflow;
  const cwd = path.join(folder, job);
  mkdirSync(cwd, { recursive: true });
  copyFileSync("CHANGELOG.md", path.join(cwd, "CHANGELOG.md"));
  cpSync("deploy/helm", path.join(cwd, "deploy/helm"), { recursive: true });
  writeFileSync(log, "");
  for (const { run, env } of jobs[job]?.steps ?? [])
    if (run)
      execFileSync("bash", ["--norc", "-e", "-o", "pipefail", "-c", run], {
        cwd,
        env: {
          PATH: `${programs}:${process.env.PATH}`,
          NODE_ENV: "test",
          GITHUB_REPOSITORY: "Some/Tattle",
          GITHUB_REF_NAME: `v${packageJson.version}`,
          GITHUB_SHA: "c0ffee",
          GITHUB_ACTOR: "ann",
          GITHUB_OUTPUT: path.join(cwd, "output"),
          ...(env && "ARCH" in env && { ARCH: "arm64" }),
          TOKEN: "secret",
        },
      });
  return readFileSync(log, "utf8").trimEnd().split("\n");
}

test("a tag’s workflow makes an archive and an image of each kind, joins and signs them, pushes the chart, and publishes all with notes and checksums", () => {
  addPrograms();
  const name = "ghcr.io/some/tattle";
  const { version } = packageJson;

  expect(runJob("build")).toEqual([
    "npm run release",
    "docker login ghcr.io --username ann --password-stdin",
    `docker build --build-arg COMMIT=c0ffee --tag ${name}:${version}-arm64 .`,
    `docker push ${name}:${version}-arm64`,
  ]);

  mkdirSync(path.join(folder, "publish"));
  execFileSync("cp", ["-r", path.join(folder, "build/upload"), path.join(folder, "publish/upload")]);
  expect(runJob("publish")).toEqual([
    "docker login ghcr.io --username ann --password-stdin",
    `docker buildx imagetools create --tag ${name}:${version} --tag ${name}:latest ${name}:${version}-amd64 ${name}:${version}-arm64`,
    `docker buildx imagetools inspect ${name}:${version} --format {{.Manifest.Digest}}`,
    `cosign sign --yes ${name}@sha256:d1`,
    "helm registry login ghcr.io --username ann --password-stdin",
    "helm package deploy/helm/tattle",
    `helm push tattle-${version}.tgz oci://ghcr.io/some/charts`,
    `gh release create v${version} --verify-tag --title v${version} --notes-file notes.md upload/SHA256SUMS upload/a.deb upload/a.tar.gz upload/sbom-arm64.cdx.json`,
  ]);
  expect(readFileSync(path.join(folder, "publish/output"), "utf8")).toBe(`name=${name}\ndigest=sha256:d1\n`);
  expect(readFileSync(path.join(folder, "publish/deploy/helm/tattle/values.yaml"), "utf8")).toContain(
    `\n  repository: ${name}\n`,
  );
  execFileSync("sha256sum", ["--check", "--status", "SHA256SUMS"], {
    cwd: path.join(folder, "publish/upload"),
  });
  const notes = readFileSync(path.join(folder, "publish/notes.md"), "utf8");
  expect(readFileSync("CHANGELOG.md", "utf8")).toContain(notes.trim());
  expect(notes).not.toContain("\n## ");
});
