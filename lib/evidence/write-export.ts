import { createHash } from "node:crypto";
import { csvValue } from "@/lib/rules/csv";

export const EXPORT_FORMATS = ["jsonl", "csv"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The lines of an export, page by page. The last one says how many rows there are, and the SHA-256 of all bytes before it. */
export async function* writeExport(
  columns: string[],
  pages: AsyncIterable<Record<string, unknown>[]>,
  format: ExportFormat,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  const hashed = (text: string) => {
    const bytes = Buffer.from(text);
    hash.update(bytes);
    return bytes;
  };
  const writeRow = (row: Record<string, unknown>) =>
    format === "jsonl" ? JSON.stringify(row) : columns.map((column) => csvValue(row[column])).join(",");
  let count = 0;
  if (format === "csv") yield hashed(`${columns.join(",")}\n`);
  for await (const rows of pages) {
    count += rows.length;
    yield hashed(rows.map((row) => `${writeRow(row)}\n`).join(""));
  }
  const sha256 = hash.digest("hex");
  yield Buffer.from(
    format === "jsonl" ? `{"rows": ${count}, "sha256": "${sha256}"}\n` : `# rows=${count} sha256=${sha256}\n`,
  );
}
