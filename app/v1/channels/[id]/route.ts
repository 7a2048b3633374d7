import { readObject } from "@/lib/api/body";
import { parseId } from "@/lib/api/id-of";
import { json, methodNotAllowed, noContent } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { changeChannel } from "@/lib/channels/change";
import { disableChannel, enableChannel } from "@/lib/channels/disable";
import { findStored } from "@/lib/channels/find";
import { channelChanges } from "@/lib/channels/input";
import { presentChannel } from "@/lib/channels/present";
import { removeChannel } from "@/lib/channels/remove";
import { refusePrivateChange } from "@/lib/delivery/refuse-private-target";
import { parse } from "@/lib/platform/parse";
import { notFound } from "@/lib/platform/refusal";

type Params = { id: string };

async function show(caseId: string, id: string) {
  const channel = await findStored(caseId, id);
  if (!channel) throw notFound("channel");
  return json(presentChannel(channel));
}

export const GET = withCase<Params>((_request, { theCase, params }) =>
  show(theCase.id, parseId(params, "channel")),
);

export const PATCH = withCase<Params>(async (request, { theCase, params, by }) => {
  refuseIfOnHold(theCase);
  const { enabled, ...changes } = parse(channelChanges, await readObject(request));
  const id = parseId(params, "channel");
  await refusePrivateChange(theCase.id, id, changes.settings);
  await changeChannel(theCase.id, id, changes, by);
  if (enabled !== undefined) await (enabled ? enableChannel : disableChannel)(theCase.id, id, by);
  return show(theCase.id, id);
});

export const DELETE = withCase<Params>(async (_request, { theCase, params, by }) => {
  await removeChannel(theCase.id, parseId(params, "channel"), by);
  return noContent();
});

const refuse = methodNotAllowed("GET", "HEAD", "PATCH", "DELETE");

export { refuse as OPTIONS, refuse as POST, refuse as PUT };
