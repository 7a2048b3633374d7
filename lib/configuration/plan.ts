import { refuseIfOnHold } from "@/lib/cases/plan";
import type { MissingSecret, PlanOptions } from "./channel-settings";
import type { CaseSettings } from "./configuration";
import { SETTING_DEFAULTS } from "./configuration";
import { type Change, changesBetween, isChange } from "./diff";
import type { Existing } from "./existing";
import { ownerProblems } from "./owner";
import type { ParsedFile } from "./parse";
import { type BadgePlan, planBadges } from "./plan-badges";
import { type ChannelPlan, planChannels } from "./plan-channels";
import { type EscalationPlan, planEscalation } from "./plan-escalation";
import { type MaintenancePlan, planMaintenance } from "./plan-maintenance";
import { type PagePlan, planPages } from "./plan-pages";
import { keysAfter, planSnitches, type SnitchPlan } from "./plan-snitches";
import { collectProblems, type Problem } from "./problem";

/** What applying a file would do. With problems, it cannot be applied. */
export type Plan = {
  settings: CaseSettings | null;
  channels: ChannelPlan;
  snitches: SnitchPlan;
  maintenance: MaintenancePlan;
  escalation: EscalationPlan;
  pages: PagePlan;
  badges: BadgePlan;
  /** In the order in which people read them, with what stays unchanged. */
  changes: Change[];
  /** How many things of the case the file does not have, and which stay. */
  keptCount: number;
  problems: Problem[];
  /** Secrets of new channels that nobody gave. They are problems, too. */
  missing: MissingSecret[];
};

/** A plan with what it compared. */
export type FilePlan = { file: ParsedFile; existing: Existing; plan: Plan };

/** Compares a file with what a case has. Pure: it reads and changes nothing. */
export function planConfiguration(file: ParsedFile, existing: Existing, options: PlanOptions): Plan {
  const { prunes } = options;
  const channels = planChannels(file, existing, options);
  const channelKeys = keysAfter(existing.channels, channels.removed, file.declared.channels);
  const snitches = planSnitches(file, existing, prunes, channelKeys);
  const snitchKeys = keysAfter(existing.snitches, snitches.removed, file.declared.snitches);
  const maintenance = planMaintenance(file, existing, prunes, snitchKeys);
  const escalation = planEscalation(file, existing, channelKeys);
  const subjects = { snitches: snitchKeys, tags: tagsAfter(existing, snitches) };
  const pages = planPages(file, existing, options, subjects);
  const badges = planBadges(file, existing, prunes, subjects, pages);
  const { settings } = file.configuration;
  const changes = [
    ...settingsChange(settings, existing),
    ...channels.planned.map(({ change }) => change),
    ...snitches.planned.map(({ change }) => change),
    ...maintenance.planned.map(({ change }) => change),
    ...pages.planned.map(({ change }) => change),
    ...badges.planned.map(({ change }) => change),
    ...(escalation.change ? [escalation.change] : []),
    ...channels.removed.map(({ key, name, kind }) => removal("channel", key, name || kind)),
    ...snitches.removed.map(({ key, attributes: { name } }) => removal("snitch", key, name)),
    ...maintenance.removed.map(({ key, attributes: { name } }) => removal("maintenance", key, name)),
    ...pages.removed.map(({ key, attributes: { title } }) => removal("page", key, title)),
    ...badges.removed.map(({ key }) => removal("badge", key, "")),
  ];
  return {
    settings,
    channels,
    snitches,
    maintenance,
    escalation,
    pages,
    badges,
    changes,
    keptCount: [channels, snitches, maintenance, pages, badges].reduce(
      (sum, { kept }) => sum + kept.length,
      0,
    ),
    problems: [
      ...onHold(changes, existing),
      ...file.problems,
      ...ownerProblems(file, existing.owner, existing.takenKeys),
      ...channels.problems,
      ...snitches.problems,
      ...maintenance.problems,
      ...pages.problems,
      ...badges.problems,
      ...escalation.problems,
    ],
    missing: [...channels.missing, ...pages.missing],
  };
}

/** The tags that snitches will have. */
function tagsAfter(existing: Existing, { planned, removed }: SnitchPlan): Set<string> {
  const gone = new Set([...removed.map(({ key }) => key), ...planned.map(({ entry }) => entry.key)]);
  const staying = existing.snitches.filter(({ key }) => !gone.has(key));
  return new Set(
    [...staying, ...planned.map(({ entry }) => entry)].flatMap(({ attributes }) => attributes.tags),
  );
}

const removal = (resource: Change["resource"], key: string, name: string): Change => ({
  action: "remove",
  resource,
  key,
  name,
  attributes: [],
});

function settingsChange(settings: CaseSettings | null, existing: Existing): Change[] {
  if (!settings) return [];
  const attributes = changesBetween(existing.settings, { ...SETTING_DEFAULTS, ...settings });
  const action = attributes.length > 0 ? "change" : "unchanged";
  return [{ action, resource: "settings", key: "", name: "", attributes }];
}

const onHold = (changes: Change[], { theCase }: Existing): Problem[] =>
  changes.some(isChange) ? collectProblems([], () => refuseIfOnHold(theCase)) : [];
