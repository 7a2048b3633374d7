import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { env } from "@/lib/platform/env";

/** `size`: of a package, which is too large to be kept in memory. */
type Download = { body: Buffer | ReadableStream; hash: string; size?: number };

const SHELL = "text/x-shellscript; charset=utf-8";
const SCRIPT = "text/javascript; charset=utf-8";

/** The programs that jobs' machines download, and their types. `scripts/bundle.mjs` puts them next to the compiled processes. */
const PROGRAMS: Record<string, string> = {
  "tattle.mjs": SCRIPT,
  "tattle-kubernetes.mjs": SCRIPT,
  "tattle-run.sh": SHELL,
  "install.sh": SHELL,
};
/** What a release has, too (`scripts/cli-package.ts`): the single executable for a platform, and a package of Debian with it. */
const PACKAGE = /^tattle-[a-z\d]+-[a-z\d]+\.(gz|deb)$/;
const PACKAGE_TYPES: Record<string, string> = {
  gz: "application/gzip",
  deb: "application/vnd.debian.binary-package",
};

const CHECKSUM = /\.sha256$/;
/** What stands in install.sh for the address of this installation. */
const ADDRESS = "https://tattle.example";

const read = new Map<string, Promise<Download | null>>();

const folder = () => path.resolve(process.env.TATTLE_COMPILED ?? "dist", "cli");

/** A program or a package, or its checksum as `sha256sum -c` reads it. Null if there is none of this name. */
export async function findProgram(file: string): Promise<(Download & { type: string }) | null> {
  const name = file.replace(CHECKSUM, "");
  const type = typeOf(name);
  if (!type) return null;
  const download = PACKAGE.test(name) ? await openPackage(name) : await readProgram(name);
  if (!download) return null;
  if (file === name) return { ...download, type };
  const body = Buffer.from(`${download.hash}  ${name}\n`);
  return { body, hash: hashOf(body), type: "text/plain; charset=utf-8" };
}

/** Why there is no file of a name that exists elsewhere, and what to do; null if no Tattle has it. */
export function explainAbsence(file: string): string | null {
  const name = file.replace(CHECKSUM, "");
  if (Object.hasOwn(PROGRAMS, name))
    return `${name} isn’t compiled under \`npm run dev\`. \`npm start\` compiles it.\n`;
  return PACKAGE.test(name)
    ? `${name} isn’t available here. A release includes it, for its own platform.\n`
    : null;
}

const typeOf = (name: string) =>
  Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : PACKAGE_TYPES[PACKAGE.exec(name)?.[1] ?? ""];

/** Read once: a new version is a new process. */
function readProgram(name: string): Promise<Download | null> {
  const cached = read.get(name);
  if (cached) return cached;
  const reading = load(name);
  read.set(name, reading);
  reading.catch(() => read.delete(name));
  return reading;
}

/** Null where the program is not compiled, as under `npm run dev`. */
async function load(name: string): Promise<Download | null> {
  const file = path.join(folder(), name);
  if (!existsSync(file)) return null;
  const content = await readFile(file);
  const body =
    name === "install.sh" ? Buffer.from(content.toString().replaceAll(ADDRESS, env.APP_URL)) : content;
  return { body, hash: hashOf(body) };
}

/** Its checksum is in a file next to it. */
async function openPackage(name: string): Promise<Download | null> {
  const file = path.join(folder(), name);
  if (!existsSync(file)) return null;
  const [hash = ""] = (await readFile(`${file}.sha256`, "utf8")).split(" ");
  const { size } = await stat(file);
  return { body: Readable.toWeb(createReadStream(file)) as ReadableStream, hash, size };
}

const hashOf = (body: Buffer) => createHash("sha256").update(body).digest("hex");
