import { CASE_SETTINGS } from "@/lib/cases/settings";
import { listSteps } from "@/lib/incidents/escalation-steps";
import { listPolicies } from "@/lib/incidents/policies";
import { db } from "@/lib/platform/db";
import { attributesOf } from "@/lib/platform/setting";
import { inSlices, type Slice } from "@/lib/snitches/in-slices";
import type { Existing } from "./configuration";
import { keysFor } from "./keys";
import { isInFile, listTakenKeys, type Owner, toFileKey } from "./owner";
import { loadBadges } from "./sections/badges-store";
import { existingChannel } from "./sections/channels-store";
import { existingEscalation } from "./sections/escalation-store";
import { existingMaintenance } from "./sections/maintenance-store";
import { loadPages } from "./sections/pages-store";
import { existingPolicies } from "./sections/policies-store";
import { existingSnitch } from "./sections/snitches-store";
import { knownValue } from "./store";

/** Reads what a case has. What has no key yet is given the key that `assignKeys` would give it. */
export async function loadExisting(caseId: string, owner: Owner = null): Promise<Existing> {
  const [theCase, members, channels, maintenance, steps, policies] = await Promise.all([
    db.case.findUniqueOrThrow({ where: { id: caseId } }),
    owner
      ? []
      : db.member.findMany({ where: { caseId }, select: { user: { select: { id: true, email: true } } } }),
    owner ? [] : db.channel.findMany({ where: { caseId } }),
    owner ? [] : db.maintenance.findMany({ where: { caseId } }),
    owner ? [] : listSteps(caseId),
    owner ? [] : listPolicies(caseId),
  ]);
  const all = await loadSnitches(caseId);
  const users = members.map(({ user }) => user);
  const snitches = all.filter((each) => isInFile(owner, each));
  const own = channels.filter(({ userId }) => userId === null);
  const recurring = maintenance.filter(({ schedule }) => schedule !== null);
  const named = own.map((channel) => ({ ...channel, name: channel.name || channel.kind }));
  const keys = {
    channels: keysFor(named, "channel"),
    snitches: keysFor(
      snitches.map((each) => toFileKey(owner, each)),
      "snitch",
    ),
    maintenance: keysFor(recurring, "maintenance"),
  };
  return {
    owner,
    theCase,
    members: users,
    browserIds: channels.filter(({ userId }) => userId !== null).map(({ id }) => id),
    snitchCount: all.length,
    takenKeys: listTakenKeys(owner, all),
    maintenanceCount: maintenance.length,
    shareCount: owner ? 0 : await db.share.count({ where: { caseId } }),
    settings: [{ key: "", attributes: attributesOf(CASE_SETTINGS, theCase) }],
    escalation: [existingEscalation(steps, keys.channels, users, policies)],
    policies: [existingPolicies(policies, keys.channels)],
    channels: own.map((each) => existingChannel(each, knownValue(keys.channels, each.id))),
    snitches: snitches.map((each) => existingSnitch(each, knownValue(keys.snitches, each.id), keys)),
    maintenance: recurring.map((each) =>
      existingMaintenance(each, knownValue(keys.maintenance, each.id), keys.snitches),
    ),
    pages: owner ? [] : await loadPages(caseId, keys.snitches),
    badges: owner ? [] : await loadBadges(caseId, keys.snitches),
  };
}

async function loadSnitches(caseId: string) {
  const load = ({ after, limit }: Slice) =>
    db.snitch.findMany({
      where: { caseId, id: { gt: after } },
      include: { parents: { select: { parentId: true } } },
      orderBy: { id: "asc" },
      take: limit,
    });
  const all: Awaited<ReturnType<typeof load>> = [];
  for await (const slice of inSlices(load)) all.push(...slice);
  return all;
}
