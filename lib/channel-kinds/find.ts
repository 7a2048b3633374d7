import { alertmanager } from "./alertmanager";
import { apprise } from "./apprise";
import { discord } from "./discord";
import { github } from "./github";
import { goalert } from "./goalert";
import { googleChat } from "./google-chat";
import { gotify } from "./gotify";
import type { AnyKind } from "./kind";
import { matrix } from "./matrix";
import { mattermost } from "./mattermost";
import { ntfy } from "./ntfy";
import { opsgenie } from "./opsgenie";
import { pagerduty } from "./pagerduty";
import { pushover } from "./pushover";
import { rocketChat } from "./rocket-chat";
import { slack } from "./slack";
import { splunkOnCall } from "./splunk-on-call";
import { teams } from "./teams";
import { telegram } from "./telegram";
import { twilio } from "./twilio";
import { webPush } from "./web-push";
import { webhook } from "./webhook";
import { zulip } from "./zulip";

/** All kinds of channels that people add, in the order of the gallery. To add one, write a file with its test, and list it here. */
export const KINDS: AnyKind[] = [
  webhook,
  slack,
  discord,
  teams,
  googleChat,
  mattermost,
  rocketChat,
  telegram,
  matrix,
  zulip,
  pagerduty,
  opsgenie,
  splunkOnCall,
  goalert,
  ntfy,
  pushover,
  gotify,
  twilio,
  github,
  alertmanager,
  apprise,
];

/** Those, and the kind that browsers add for themselves. */
export const ALL_KINDS: AnyKind[] = [...KINDS, webPush];

/** The kinds whose receivers keep an incident as an object. */
export const STATEFUL_KINDS = KINDS.filter(({ stateful }) => stateful).map(({ kind }) => kind);

/** The kinds whose messages are sent in any order. */
export const EVENT_KINDS = KINDS.filter(({ takesEvents }) => takesEvents).map(({ kind }) => kind);

/** The kinds whose messages notes follow. */
export const NOTE_KINDS = KINDS.filter(({ takesNotes }) => takesNotes).map(({ kind }) => kind);

const BY_NAME = new Map(ALL_KINDS.map((kind) => [kind.kind, kind]));

/** Throws if there is no such kind. */
export function findKind(name: string): AnyKind {
  const kind = BY_NAME.get(name);
  if (!kind) throw new Error(`There is no channel kind “${name}”.`);
  return kind;
}
