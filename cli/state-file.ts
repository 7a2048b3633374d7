import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Is } from "./parse-response";
import { openStateFolder } from "./state";

/** State between two runs of the program: responses of servers, snitches, what programs can do, and until when a cluster was reported. */
type Kind = "servers" | "snitches" | "programs" | "kubernetes";

/** The value stored under a name; null if there is none, or of another type. */
export function readStateFile<Value>(kind: Kind, name: string, is: Is<Value>): Value | null {
  try {
    const value: unknown = JSON.parse(readFileSync(fileOf(kind, name), "utf8"));
    return is(value) ? value : null;
  } catch {
    return null;
  }
}

/** Stores a value. One that cannot be stored, for instance on a full disk, is asked for again. */
export function writeStateFile(kind: Kind, name: string, value: unknown): void {
  try {
    const file = fileOf(kind, name);
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, JSON.stringify(value), { mode: 0o600 });
    renameSync(draft, file);
  } catch {
    // A full or read-only disk.
  }
}

const fileOf = (kind: Kind, name: string) =>
  path.join(openStateFolder(kind), `${createHash("sha256").update(name).digest("hex").slice(0, 32)}.json`);
