import { parseId } from "@/lib/api/id-of";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { awaitTest } from "@/lib/channels/await-test";
import { sendTestEvent } from "@/lib/channels/test-event";

export const POST = withCase<{ id: string }>(async (_request, { theCase, params, by }) => {
  const id = await sendTestEvent(theCase.id, parseId(params, "channel"), by.id ?? theCase.id, new Date());
  return json(await awaitTest(id));
});

const refuse = methodNotAllowed("POST");

export { refuse as DELETE, refuse as GET, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
