import type { Plan } from "@/lib/cases/plan";
import { CASE_SETTINGS } from "@/lib/cases/settings";
import { ROUTING } from "@/lib/channels/routing";
import { decryptSettings } from "@/lib/channels/stored-settings";
import { listSteps } from "@/lib/incidents/escalation-steps";
import { maintenanceOfRow } from "@/lib/maintenance/row";
import { db } from "@/lib/platform/db";
import type { Channel, Maintenance, Snitch } from "@/lib/platform/generated/client";
import { attributesOf } from "@/lib/platform/setting";
import type { EscalationStep } from "@/lib/rules/incidents/escalate";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { SUGGESTIONS } from "@/lib/rules/suggestions/suggestion";
import type { ChannelAttributes } from "./channel-attributes";
import type { CaseSettings, MaintenanceAttributes } from "./configuration";
import { type ExistingBadge, loadBadges } from "./existing-badges";
import { type ExistingPage, loadPages } from "./existing-pages";
import { keysFor, listKeys } from "./keys";
import { isInFile, listTakenKeys, type Owner, toFileKey } from "./owner";
import { type SnitchAttributes, snitchAttributes } from "./snitch-attributes";

export type ExistingSnitch = {
  id: string;
  token: string;
  key: string;
  /** Whether its key is made of its name, and not stored yet. */
  isKeyless: boolean;
  attributes: SnitchAttributes;
  terms: ScheduleTerms;
  /** The protocol whose check-ins set it. */
  setBy: string | null;
  /** The channels that it notifies, with those that no file names. */
  channelIds: string[];
};

export type ExistingChannel = {
  id: string;
  key: string;
  kind: string;
  name: string;
  settings: Record<string, string>;
  routing: ChannelAttributes["routing"];
  /** Null if Tattle switched it off: that is no configuration. */
  enabled: boolean | null;
};

export type ExistingMaintenance = { id: string; key: string; attributes: MaintenanceAttributes };

/** What a case has, with the keys by which a file names it. For an owner, only what the owner’s file can have. */
export type Existing = {
  owner: Owner;
  theCase: { id: string; name: string; plan: Plan; onHoldAt: Date | null };
  settings: CaseSettings;
  members: { id: string; email: string }[];
  /** Without the browsers of people, which add themselves. */
  channels: ExistingChannel[];
  browserIds: string[];
  snitches: ExistingSnitch[];
  /** How many there are with those that are not in the file of an owner. */
  snitchCount: number;
  /** The keys of an owner’s file that are of no use any more, because their snitches have lost the tags. */
  takenKeys: string[];
  /** Only what recurs: the rest is over one day. */
  maintenance: ExistingMaintenance[];
  /** How many there are with those that do not recur. */
  maintenanceCount: number;
  steps: EscalationStep[];
  pages: ExistingPage[];
  badges: ExistingBadge[];
  /** How many things the case shares: pages and badges. */
  shareCount: number;
};

/** Reads what a case has. What has no key yet is given the key that `assignKeys` would give it. */
export async function loadExisting(caseId: string, owner: Owner = null): Promise<Existing> {
  const [theCase, members, channels, all, maintenance, steps] = await Promise.all([
    db.case.findUniqueOrThrow({ where: { id: caseId } }),
    owner
      ? []
      : db.member.findMany({ where: { caseId }, select: { user: { select: { id: true, email: true } } } }),
    owner ? [] : db.channel.findMany({ where: { caseId } }),
    db.snitch.findMany({ where: { caseId }, include: { parents: { select: { parentId: true } } } }),
    owner ? [] : db.maintenance.findMany({ where: { caseId } }),
    owner ? [] : listSteps(caseId),
  ]);
  const snitches = all.filter((each) => isInFile(owner, each));
  const own = channels.filter(({ userId }) => userId === null);
  const recurring = maintenance.filter(({ schedule }) => schedule !== null);
  const channelKeys = keysFor(
    own.map((channel) => ({ ...channel, name: channel.name || channel.kind })),
    "channel",
  );
  const snitchKeys = keysFor(
    snitches.map((each) => toFileKey(owner, each)),
    "snitch",
  );
  const maintenanceKeys = keysFor(recurring, "maintenance");
  return {
    owner,
    theCase,
    settings: attributesOf(CASE_SETTINGS, theCase),
    members: members.map(({ user }) => user),
    channels: own.map((channel) => existingChannel(channel, readKey(channelKeys, channel.id))),
    browserIds: channels.filter(({ userId }) => userId !== null).map(({ id }) => id),
    snitches: snitches.map((snitch) => existingSnitch(snitch, snitchKeys, channelKeys)),
    snitchCount: all.length,
    takenKeys: listTakenKeys(owner, all),
    maintenance: recurring.map((row) =>
      existingMaintenance(row, readKey(maintenanceKeys, row.id), snitchKeys),
    ),
    maintenanceCount: maintenance.length,
    steps,
    pages: owner ? [] : await loadPages(caseId, snitchKeys),
    badges: owner ? [] : await loadBadges(caseId, snitchKeys),
    shareCount: owner ? 0 : await db.share.count({ where: { caseId } }),
  };
}

function readKey(keys: Map<string, string>, id: string): string {
  const key = keys.get(id);
  if (key === undefined) throw new Error(`${id} has no key.`);
  return key;
}

const existingChannel = (channel: Channel, key: string): ExistingChannel => ({
  id: channel.id,
  key,
  kind: channel.kind,
  name: channel.name,
  settings: decryptSettings(channel),
  routing: attributesOf(ROUTING, channel),
  enabled: channel.disabledAt === null ? true : channel.disabledReason === null ? false : null,
});

function existingSnitch(
  snitch: Snitch & { parents: { parentId: string }[] },
  snitchKeys: Map<string, string>,
  channelKeys: Map<string, string>,
): ExistingSnitch {
  const { id, token } = snitch;
  const { startGrace: _, ...terms } = toScheduleTerms(snitch);
  const attributes = snitchAttributes(snitch, {
    depends_on: listKeys(
      snitchKeys,
      snitch.parents.map(({ parentId }) => parentId),
    ),
    channels: listKeys(channelKeys, snitch.channels),
    silenced: SUGGESTIONS.filter((each) => snitch.silenced.includes(each)),
  });
  return {
    id,
    token,
    key: readKey(snitchKeys, id),
    isKeyless: snitch.key === null,
    attributes,
    terms,
    setBy: snitch.setBy,
    channelIds: snitch.channels,
  };
}

function existingMaintenance(
  row: Maintenance,
  key: string,
  snitchKeys: Map<string, string>,
): ExistingMaintenance {
  const times = maintenanceOfRow(row);
  if (times.schedule === null) throw new Error(`Maintenance ${row.id} has no schedule.`);
  const attributes = {
    name: row.name,
    note: row.note,
    all: row.coversAll,
    tags: row.tags,
    snitches: listKeys(snitchKeys, row.snitchIds),
    schedule: times.schedule,
    timezone: times.timezone,
    duration: times.duration,
  };
  return { id: row.id, key, attributes };
}
