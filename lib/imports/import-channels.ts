import type { Actor } from "@/lib/audit/record";
import { addChannel } from "@/lib/channels/add";
import { listStored } from "@/lib/channels/find";
import { type ChannelInput, channelInput, newChannel } from "@/lib/channels/input";
import { findNewHost } from "@/lib/channels/target";
import { Refusal } from "@/lib/platform/refusal";
import type { ImportedChannel, LeftOut } from "./imported";
import { formatRefusal } from "./plan";

type ImportedChannels = {
  /** The channels of the case by the keys of the import. Those of a dry run have none. */
  ids: Map<string, string>;
  added: string[];
  unchanged: number;
  leftOut: LeftOut[];
};

/** Adds the channels that a case does not have: the same kind with the same settings is the same channel. */
export async function importChannels(
  caseId: string,
  channels: ImportedChannel[],
  { by, isDryRun, mayAdd }: { by: Actor; isDryRun: boolean; mayAdd: boolean },
): Promise<ImportedChannels> {
  const stored = channels.length > 0 ? await listStored(caseId) : [];
  const idByFingerprint = new Map(stored.map((channel) => [computeFingerprint(channel), channel.id]));
  const result: ImportedChannels = { ids: new Map(), added: [], unchanged: 0, leftOut: [] };
  for (const { key, kind, name, settings } of channels) {
    const what = `channel “${name || kind}”`;
    const input = buildInput({ kind, name, settings });
    if (typeof input === "string") {
      result.leftOut.push({ what, why: input });
      continue;
    }
    const existing = idByFingerprint.get(computeFingerprint(input));
    const added = existing ?? (mayAdd ? await add(caseId, input, by, isDryRun) : { why: NEEDS_ADMIN });
    if (typeof added === "object") {
      result.leftOut.push({ what, why: added.why });
      continue;
    }
    if (existing === undefined) result.added.push(name || kind);
    else result.unchanged += 1;
    idByFingerprint.set(computeFingerprint(input), added);
    result.ids.set(key, added);
  }
  return result;
}

const NEEDS_ADMIN = "only an admin can add channels: ask one to import them";

/** Its id, or why it cannot be added. */
async function add(
  caseId: string,
  input: ChannelInput,
  by: Actor,
  isDryRun: boolean,
): Promise<string | { why: string }> {
  try {
    findNewHost(input.kind, input.settings);
    if (isDryRun) return "";
    return (await addChannel(caseId, input, by)).id;
  } catch (error) {
    if (error instanceof Refusal) return { why: formatRefusal(error).replaceAll("settings.", "") };
    throw error;
  }
}

/** The channel as it would be stored, or why it cannot be. */
function buildInput(channel: Omit<ImportedChannel, "key">): ChannelInput | string {
  const result = newChannel.safeParse({ ...channel, name: channel.name.slice(0, 100).toWellFormed() });
  if (!result.success) return result.error.issues.map(({ message }) => message).join("; ");
  try {
    return channelInput(result.data);
  } catch (error) {
    if (error instanceof Refusal) return formatRefusal(error).replaceAll("settings.", "");
    throw error;
  }
}

const computeFingerprint = ({ kind, settings }: { kind: string; settings: Record<string, string> }) =>
  JSON.stringify([
    kind,
    ...Object.entries(settings)
      .filter(([, value]) => value !== "")
      .sort(),
  ]);
