import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { pipeline } from "node:stream/promises";
import { callApiForResponse } from "./client";
import type { ClientOptions } from "./client-options";
import { readSettings } from "./config";
import { CliError } from "./exit";
import { printLines, printWarning } from "./print";

/** A page of an export of thousands of snitches takes seconds on a busy server. */
const TIMEOUT_MS = 120_000;

/** Saves the history of a kind as a new file, once its last line has shown that it is complete. */
export async function saveExport(options: ClientOptions, kind: string): Promise<void> {
  const { from, to, tag = [], format = "jsonl", output = `${kind}.${format}` } = options;
  if (existsSync(output)) throw new CliError(`${output} exists. Choose another file with --output.`);
  const given = Object.entries({ from, to, tag: tag[0], format });
  const query = new URLSearchParams(given.flatMap(([name, value]) => (value ? [[name, value]] : [])));
  const part = `${output}.part`;
  try {
    const { headers } = await callApiForResponse(readSettings(options), {
      method: "GET",
      path: `/v1/export/${encodeURIComponent(kind)}?${query}`,
      accept: "*/*",
      timeoutMs: TIMEOUT_MS,
      save: (body) => save(body, part),
    });
    const { rows, sha256 } = await verify(part);
    renameSync(part, output);
    printLines(`Saved ${rows} ${rows === 1 ? "row" : "rows"} to ${output}. SHA-256: ${sha256}`);
    const [, missingUntil] = String(headers["x-missing-range"] ?? "").split("/");
    if (missingUntil) printWarning(`The history before ${missingUntil} is no longer stored. It is missing.`);
  } finally {
    rmSync(part, { force: true });
  }
}

async function save(body: IncomingMessage, part: string): Promise<void> {
  const file = createWriteStream(part, { mode: 0o600 });
  await pipeline(body, file).catch(async (error: NodeJS.ErrnoException) => {
    // It may be made only now, after its caller would have removed it.
    if (!file.closed) await new Promise<void>((resolve) => file.once("close", () => resolve()));
    throw new CliError(
      file.errored === error && error.syscall
        ? `${part} cannot be written: ${error.message}.`
        : "The export was cut off: it has no trailer. Nothing was saved.",
    );
  });
}

const TRAILER = /^(?:\{"rows": (\d+), "sha256": "([\da-f]{64})"\}|# rows=(\d+) sha256=([\da-f]{64}))\n$/;
const MAX_TRAILER_BYTES = 200;

/** The trailer of a saved export. Throws if there is none, or the file is not what it says. */
export async function verify(path: string): Promise<{ rows: number; sha256: string }> {
  const file = await open(path);
  const { size } = await file.stat();
  const start = Math.max(0, size - MAX_TRAILER_BYTES);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_TRAILER_BYTES), 0, MAX_TRAILER_BYTES, start);
  await file.close();
  const end = buffer.subarray(0, bytesRead);
  // Behind the last newline but one.
  const at = bytesRead > 1 ? end.lastIndexOf(10, bytesRead - 2) + 1 : 0;
  const [, rows, sha256, csvRows, csvSha256] = TRAILER.exec(end.subarray(at).toString("latin1")) ?? [];
  const stated = sha256 ?? csvSha256;
  if (stated === undefined)
    throw new CliError("The export was cut off: it has no trailer. Nothing was saved.");
  const hash = createHash("sha256");
  const length = start + at;
  // `end` is the last byte that is read.
  if (length > 0) await pipeline(createReadStream(path, { end: length - 1 }), hash);
  if (hash.digest("hex") !== stated)
    throw new CliError("The export differs from its trailer. Nothing was saved. Try again.");
  return { rows: Number(rows ?? csvRows), sha256: stated };
}
