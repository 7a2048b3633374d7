import type { CompressedOutput } from "@/lib/rules/reports/check-in";
import { MAX_MESSAGE_CHARACTERS } from "@/lib/rules/reports/parse-report";
import type { ReceivedBody } from "@/lib/rules/reports/received-body";
import { compressOutput } from "@/lib/runs/outputs/compress";

/** What a job printed, and its end as the message, which shows why it failed. */
export type Printed = { message: string; output?: CompressedOutput };

/** Keeps a whole body as what a job printed, whatever its content type says: curl labels every text as a form. */
export async function printedIn(body: ReceivedBody): Promise<Printed> {
  const output = await compressOutput(body);
  return output ? { message: body.tail.toString("utf8").slice(-MAX_MESSAGE_CHARACTERS), output } : NOTHING;
}

const NOTHING: Printed = { message: "" };
