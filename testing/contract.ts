import { isDeepStrictEqual } from "node:util";
import { internalErrorShape, refusalShape } from "@/lib/api/errors";
import { BODY_ERRORS, type Described } from "@/lib/api/operation";

/** The errors that any operation may return: a narrowed key finds nothing that concerns the whole case. */
const COMMON = ["api_key_invalid", "rate_limited", "service_unavailable", "resource_not_found"];

/** Throws if a response differs from what its operation describes: of this version, every member is described. */
export async function refuseContractViolation(operation: Described, response: Response): Promise<void> {
  const { id, body: reads, errors = [] } = operation;
  const { status } = response;
  const text = await response.text();
  const fail = (why: string) => {
    throw new Error(`${id} responded with ${status} ${text.slice(0, 2_000)}: ${why}`);
  };
  if (status === 304 || (status === 400 && reads)) return text === "" ? undefined : fail("none has a body");
  if (status < 300 && !operation.response)
    return status === 204 && text === "" ? undefined : fail("is not 204");
  const type = response.headers.get("Content-Type") ?? "";
  if (type.startsWith("application/jsonl")) {
    for (const line of text.trimEnd().split("\n").slice(0, -1)) {
      const row: unknown = JSON.parse(line);
      const parsed = operation.response?.schema.safeParse(row);
      if (!isDeepStrictEqual(parsed?.data, row)) fail(`is not what is described: ${line} ${parsed?.error}`);
    }
    return;
  }
  if (!type.startsWith("application/json"))
    return operation.isYamlToo || operation.isLines ? undefined : fail("is not JSON");
  const body: unknown = JSON.parse(text);
  const schema =
    status < 300 ? operation.response?.schema : status === 500 ? internalErrorShape : refusalShape;
  const parsed = schema?.safeParse(body);
  if (!parsed?.success) return fail(String(parsed?.error));
  if (!isDeepStrictEqual(parsed.data, body)) return fail("has members that are not described");
  if (status < 300 || status === 500) return;
  const { type: error } = body as { type: (typeof errors)[number] };
  if (![...COMMON, ...errors, ...(reads ? BODY_ERRORS : [])].includes(error)) fail("is not among its errors");
}
