import { readObject } from "@/lib/api/body";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { findKind } from "@/lib/channel-kinds/find";
import { addChannel } from "@/lib/channels/add";
import { findStored, listStored } from "@/lib/channels/find";
import { channelInput, newChannel } from "@/lib/channels/input";
import { presentChannel } from "@/lib/channels/present";
import { refusePrivateTarget } from "@/lib/delivery/refuse-private-target";
import { parse } from "@/lib/platform/parse";
import { notFound } from "@/lib/platform/refusal";

export const GET = withCase(async (_request, { theCase }) =>
  json((await listStored(theCase.id)).map(presentChannel)),
);

export const POST = withCase(async (request, { theCase, by }) => {
  refuseIfOnHold(theCase);
  const input = channelInput(parse(newChannel, await readObject(request)));
  await refusePrivateTarget(input.kind, input.settings);
  const { id, secret } = await addChannel(theCase.id, input, by);
  const channel = await findStored(theCase.id, id);
  if (!channel) throw notFound("channel");
  return json({ ...presentChannel(channel), ...(findKind(input.kind).sign && { signing_secret: secret }) });
});

const refuse = methodNotAllowed("GET", "HEAD", "POST");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
