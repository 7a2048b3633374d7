import { readFile, stat } from "node:fs/promises";
import { OPERATOR } from "@/lib/audit/record";
import { findNamedCase } from "@/lib/cases/operator";
import { describeReport } from "@/lib/imports/describe-report";
import { importInto } from "@/lib/imports/import";
import type { SourceName } from "@/lib/imports/source-names";
import { LOADERS } from "@/lib/imports/sources";
import { invalidAttribute } from "@/lib/platform/refusal";
import { step } from "./progress.mjs";

type ImportGiven = { url?: string; key: string; organization?: string; file?: string; dryRun?: boolean };

/** Takes over what another product has. The operator may import from private addresses. */
export async function importFrom(source: SourceName, idOrName: string, options: ImportGiven) {
  const theCase = await findNamedCase(idOrName);
  const { url = "", key, organization = "", dryRun: isDryRun = false } = options;
  const file = options.file === undefined ? new Uint8Array() : await readDatabase(options.file);
  const origin = { account: "operator", url, key, organization, file, allowPrivate: true };
  const imported = await step("Reading", () => LOADERS[source](origin));
  const report = await step(isDryRun ? "Comparing" : "Importing", () =>
    importInto(theCase, imported, { by: OPERATOR, now: new Date(), isDryRun, mayAddChannels: true }),
  );
  const { created, channels, unchanged, leftOut } = report;
  return { text: describeReport(report), dry_run: isDryRun, created, channels, unchanged, left_out: leftOut };
}

const MAX_FILE_BYTES = 200 * 1_024 * 1_024;

async function readDatabase(file: string): Promise<Uint8Array> {
  const refuse = (message: string) => invalidAttribute("file", message);
  const entry = await stat(file).catch(() => null);
  if (!entry?.isFile()) throw refuse(`${file} does not exist`);
  if (entry.size > MAX_FILE_BYTES)
    throw refuse("is larger than 200 MB: shrink it in Uptime Kuma under Settings → Monitor History");
  return readFile(file);
}
