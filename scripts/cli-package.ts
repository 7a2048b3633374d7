import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip, gzipSync } from "node:zlib";
import { makeFolder } from "@/lib/platform/make-folder.mjs";
import packageJson from "@/package.json" with { type: "json" };
import { bundleExecutable } from "./bundle.mjs";
import { runCommand } from "./process.mjs";
import { step } from "./progress.mjs";

const OUTPUT = ".data/cli";
/** What Node.js looks for in itself to see whether it is a single executable (https://nodejs.org/api/single-executable-applications.html). */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";
const ARCHITECTURES: Record<string, string> = {
  x64: "amd64",
  arm64: "arm64",
  arm: "armhf",
  ppc64: "ppc64el",
};

const PACKAGED: [source: string, target: string, mode: number][] = [
  ["cli/package/tattle-flush.service", "usr/lib/systemd/system/tattle-flush.service", 0o644],
  ["cli/package/tattle-flush.timer", "usr/lib/systemd/system/tattle-flush.timer", 0o644],
  ["cli/package/config.json", "etc/tattle/config.json", 0o640],
  ["LICENSE", "usr/share/doc/tattle/copyright", 0o644],
];

/**
 * `npm run cli:package`: makes `tattle` a single executable for machines like this one, which need no Node.js, and a package of Debian
 * with it, its manual, its settings and a timer that delivers what waits. Without `dpkg-deb`, only the first. Both are made once more
 * under the names by which pages offer them, with checksums: a release has these.
 */
export async function run(): Promise<number> {
  const output = path.resolve(OUTPUT);
  rmSync(output, { recursive: true, force: true });
  makeFolder(output);
  const executable = path.join(output, "tattle");
  await step("Making the single executable", () => makeExecutable(executable));
  console.log(path.relative(".", executable));
  const offered = path.join(output, "offered");
  mkdirSync(offered);
  const name = path.join(offered, `tattle-${process.platform}-${process.arch}`);
  await step("Compressing it", () =>
    pipeline(createReadStream(executable), createGzip({ level: 9 }), createWriteStream(`${name}.gz`)),
  );
  const architecture = process.platform === "linux" ? ARCHITECTURES[process.arch] : undefined;
  if (architecture && (await hasDpkg())) {
    const file = await makePackage(executable, output, architecture);
    console.log(path.relative(".", file));
    copyFileSync(file, `${name}.deb`);
  } else console.log("dpkg-deb is not installed, so no Debian package is made.");
  for (const file of readdirSync(offered)) await writeChecksum(path.join(offered, file));
  return 0;
}

const hasDpkg = () =>
  runCommand("dpkg-deb", ["--version"], { failure: "" }).then(
    () => true,
    () => false,
  );

async function writeChecksum(file: string): Promise<void> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  writeFileSync(`${file}.sha256`, `${hash.digest("hex")}  ${path.basename(file)}\n`);
}

async function makeExecutable(executable: string): Promise<void> {
  const folder = path.dirname(executable);
  const [main, blob, settings] = ["tattle.cjs", "tattle.blob", "sea.json"].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  await bundleExecutable(main);
  writeFileSync(settings, JSON.stringify({ main, output: blob, disableExperimentalSEAWarning: true }));
  await runCommand(process.execPath, ["--experimental-sea-config", settings], {
    failure: "This Node.js can’t make single executables: see above.",
  });
  copyFileSync(process.execPath, executable);
  chmodSync(executable, 0o755);
  await runCommand(
    process.execPath,
    ["node_modules/postject/dist/cli.js", executable, "NODE_SEA_BLOB", blob, "--sentinel-fuse", FUSE],
    { failure: "The program could not be put into the executable: see above." },
  );
  for (const file of [main, blob, settings]) rmSync(file);
}

async function makePackage(executable: string, output: string, architecture: string): Promise<string> {
  const name = `tattle_${packageJson.version}_${architecture}`;
  const root = path.join(output, name);
  const put = (target: string, mode: number, content: Buffer | string) => {
    const file = path.join(root, target);
    makeFolder(path.dirname(file), 0o755);
    writeFileSync(file, content, { mode });
    chmodSync(file, mode);
  };
  put("usr/bin/tattle", 0o755, readFileSync(executable));
  for (const [source, target, mode] of PACKAGED) put(target, mode, readFileSync(source));
  put("usr/share/man/man1/tattle.1.gz", 0o644, gzipSync(readFileSync("cli/package/tattle.1"), { level: 9 }));
  put(
    "DEBIAN/control",
    0o644,
    controlFile(architecture, await readMaintainer(), readFileSync(executable).length),
  );
  put("DEBIAN/conffiles", 0o644, "/etc/tattle/config.json\n");
  put("DEBIAN/postinst", 0o755, POST_INSTALL);
  put("DEBIAN/prerm", 0o755, PRE_REMOVE);
  await step("Making the Debian package", () =>
    runCommand("dpkg-deb", ["--root-owner-group", "-Zgzip", "--build", root, `${root}.deb`], {
      failure: "dpkg-deb failed: see above.",
    }),
  );
  rmSync(root, { recursive: true });
  return `${root}.deb`;
}

/** Who made the commit, which a release is of. */
async function readMaintainer(): Promise<string> {
  const { code, output } = await runCommand("git", ["log", "-1", "--format=%cn <%ce>"]);
  return code === 0 ? (output.split("\n")[0] ?? "") : "Unknown <root@localhost>";
}

const controlFile = (architecture: string, maintainer: string, bytes: number) => `Package: tattle
Version: ${packageJson.version}
Section: admin
Priority: optional
Architecture: ${architecture}
Depends: libc6, libstdc++6
Recommends: util-linux
Installed-Size: ${Math.ceil(bytes / 1024)}
Maintainer: ${maintainer}
Description: Runs jobs and reports them to Tattle
 Runs next to the jobs: it runs one as it would run alone, reports its
 start, its end and what it printed, and keeps what cannot be delivered.
`;

const POST_INSTALL = `#!/bin/sh
set -e
if [ "$1" = configure ] && [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  systemctl enable --now tattle-flush.timer
fi
`;

const PRE_REMOVE = `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl disable --now tattle-flush.timer
fi
`;
