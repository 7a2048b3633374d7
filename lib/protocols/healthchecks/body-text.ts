import type { ReceivedBody } from "@/lib/rules/reports/received-body";

/** As much as Healthchecks keeps of a body. */
const MAX_END_BYTES = 100_000;

/**
 * The text of a body, as far as it was kept: if it is too long, its beginning and its end on lines of their own. Bytes that are
 * no UTF-8 are replaced.
 */
export function bodyText({ head, tail, bytes }: ReceivedBody): string {
  if (bytes <= head.length) return head.toString("utf8");
  const end = tail.subarray(-MAX_END_BYTES);
  const overlap = head.length + end.length - bytes;
  if (overlap >= 0) return Buffer.concat([head, end.subarray(overlap)]).toString("utf8");
  return `${head.toString("utf8")}\n${end.toString("utf8")}`;
}
