import type { ReceivedBody } from "@/lib/rules/reports/received-body";

/** Healthchecks' limit for a body. */
const MAX_END_BYTES = 100_000;

/**
 * The stored text of a body: if it is too long, its beginning and its end on lines of their own. Bytes that aren't
 * UTF-8 are replaced.
 */
export function bodyText({ head, tail, bytes }: ReceivedBody): string {
  if (bytes <= head.length) return head.toString("utf8");
  const end = tail.subarray(-MAX_END_BYTES);
  const overlap = head.length + end.length - bytes;
  if (overlap >= 0) return Buffer.concat([head, end.subarray(overlap)]).toString("utf8");
  return `${head.toString("utf8")}\n${end.toString("utf8")}`;
}
