import { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from "@/app/api/[...path]/route";
import { createApiKey } from "@/lib/cases/api-key";
import { handleManagement } from "@/lib/protocols/healthchecks/management/handle";
import { ACTOR, aCase } from "./factories";

const HANDLERS = { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT };

export type Method = keyof typeof HANDLERS;

/** `at`: when the request arrives; by default now. */
export type Options = { body?: unknown; apiKey?: string | null; at?: Date };

/** A client of the Management API of Healthchecks, with a key for everything and one that only reads, of a new case. */
export async function aManagementClient(given: Parameters<typeof aCase>[0] = {}) {
  const theCase = await aCase(given);
  const newKey = { name: "HC", kind: "healthchecks" } as const;
  const { key } = await createApiKey(theCase.id, newKey, ACTOR);
  const { key: readKey } = await createApiKey(theCase.id, { ...newKey, access: "read" }, ACTOR);

  /** Calls the handler of `/api`. A body that is not text is sent as JSON. */
  function call(method: Method, path: string, options: Options = {}): Promise<Response> {
    const { body, apiKey = key, at } = options;
    const request = new Request(`http://localhost:3000/api${path}`, {
      method,
      headers: { ...(apiKey !== null && { "X-Api-Key": apiKey }) },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return at ? handleManagement(request, at) : HANDLERS[method](request);
  }

  /** The status and the body of a response. */
  async function reply(method: Method, path: string, options: Options = {}) {
    const response = await call(method, path, options);
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    // biome-ignore lint/suspicious/noExplicitAny: the responses of many paths.
    return { status: response.status, body: (isJson ? JSON.parse(text) : text) as any };
  }

  const create = async (body: object = {}, version = 3) =>
    (await reply("POST", `/v${version}/checks/`, { body })).body;

  return { theCase, caseId: theCase.id, key, readKey, call, answer: reply, create };
}
