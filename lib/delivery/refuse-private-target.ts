import { findStored } from "@/lib/channels/find";
import { findNewHost, privateTarget } from "@/lib/channels/target";
import { findPrivateAddress } from "./lookup";

type Settings = Record<string, string>;

/**
 * Refuses settings of a channel whose receiver is, as far as DNS says now, in a private network, to which nothing would be sent. A name
 * that has no address yet is accepted. `before`: the settings that it has; their host is not asked again.
 */
export async function refusePrivateTarget(
  kind: string,
  settings: Settings,
  before?: Settings,
): Promise<void> {
  const host = findNewHost(kind, settings, before);
  if (host !== null && (await findPrivateAddress(host))) throw privateTarget();
}

/** The same for changes of a channel of this case. What else is wrong with them is not refused here. */
export async function refusePrivateChange(
  caseId: string,
  id: string,
  changes: Record<string, unknown> | undefined,
): Promise<void> {
  const url = typeof changes?.url === "string" ? changes.url.trim() : "";
  if (!URL.canParse(url)) return;
  const channel = await findStored(caseId, id);
  if (channel) await refusePrivateTarget(channel.kind, { url }, channel.settings);
}
