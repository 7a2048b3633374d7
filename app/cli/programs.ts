import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { env } from "@/lib/platform/env";

type Download = { body: Buffer; hash: string };

/** The programs that jobs' machines download, and their types. `scripts/bundle.mjs` puts them beside the compiled processes. */
const PROGRAMS: Record<string, string> = {
  "tattle.mjs": "text/javascript; charset=utf-8",
  "tattle-run.sh": "text/x-shellscript; charset=utf-8",
  "install.sh": "text/x-shellscript; charset=utf-8",
};

const CHECKSUM = /\.sha256$/;
/** What stands in install.sh for the address of this installation. */
const ADDRESS = "https://tattle.example";

const read = new Map<string, Promise<Download | null>>();

/** A program, or its checksum as `sha256sum -c` reads it. Null if there is none of this name. */
export async function findProgram(file: string): Promise<(Download & { type: string }) | null> {
  const name = file.replace(CHECKSUM, "");
  const type = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
  if (!type) return null;
  const program = await readProgram(name);
  if (!program) return null;
  if (file === name) return { ...program, type };
  const body = Buffer.from(`${program.hash}  ${name}\n`);
  return { body, hash: hashOf(body), type: "text/plain; charset=utf-8" };
}

/** Read once: a new version is a new process. */
function readProgram(name: string): Promise<Download | null> {
  const known = read.get(name);
  if (known) return known;
  const reading = load(name);
  read.set(name, reading);
  reading.catch(() => read.delete(name));
  return reading;
}

/** Null where the program is not compiled, as under `npm run dev`. */
async function load(name: string): Promise<Download | null> {
  const file = path.join(process.cwd(), process.env.TATTLE_COMPILED ?? "dist", "cli", name);
  if (!existsSync(file)) return null;
  const content = await readFile(file);
  const body =
    name === "install.sh" ? Buffer.from(content.toString().replaceAll(ADDRESS, env.APP_URL)) : content;
  return { body, hash: hashOf(body) };
}

const hashOf = (body: Buffer) => createHash("sha256").update(body).digest("hex");
