import { KIND_NAMES } from "@/lib/channels/input";
import { serviceOf } from "@/lib/channels/name";

export type GroupName = "chat" | "on-call" | "push" | "own";

/** A kind of channel, as people choose it. */
export type Choice = { kind: string; label: string; needs: string };

type Group = { name: GroupName; title: string; choices: Choice[] };

/** What each kind needs, in a line. */
const NEEDS: Record<string, string> = {
  slack: "An incoming webhook of your workspace",
  discord: "A webhook of a channel",
  teams: "A workflow that posts to a channel",
  google_chat: "A webhook of a space",
  mattermost: "An incoming webhook",
  rocket_chat: "An incoming webhook",
  telegram: "A bot, and the chat it writes to",
  matrix: "A room, and an access token",
  zulip: "A bot, and a channel it writes to",
  pagerduty: "An integration key of a service",
  opsgenie: "An API key of a team",
  splunk_on_call: "The key of a REST integration",
  ntfy: "A topic, on ntfy.sh or your own server",
  pushover: "An application, and your user key",
  gotify: "Your server, and an application’s token",
  twilio: "A Twilio number that can send SMS",
  webhook: "A URL of your own that accepts signed JSON",
  github: "A repository, and a token that may write issues",
  alertmanager: "The address of your Alertmanager",
  apprise: "Your Apprise API, for a hundred more",
};

const GROUPS: { name: GroupName; title: string; kinds: string[] }[] = [
  {
    name: "chat",
    title: "Chat",
    kinds: [
      "slack",
      "discord",
      "teams",
      "google_chat",
      "mattermost",
      "rocket_chat",
      "telegram",
      "matrix",
      "zulip",
    ],
  },
  { name: "on-call", title: "On-call", kinds: ["pagerduty", "opsgenie", "splunk_on_call"] },
  { name: "push", title: "Phone and push", kinds: ["ntfy", "pushover", "gotify", "twilio"] },
];

const LAST: { name: GroupName; title: string } = { name: "own", title: "Your own servers, and others" };

const choiceOf = (kind: string): Choice => ({
  kind,
  label: serviceOf(kind),
  needs: NEEDS[kind] ?? "",
});

/** All kinds of channels that people can add, in groups. A kind that is in no group is in the last one. */
export function galleryGroups(): Group[] {
  const grouped = GROUPS.flatMap((group) => group.kinds);
  const groups = [...GROUPS, { ...LAST, kinds: KIND_NAMES.filter((kind) => !grouped.includes(kind)) }];
  return groups
    .map(({ name, title, kinds: listed }) => ({
      name,
      title,
      choices: listed.filter((kind) => KIND_NAMES.includes(kind)).map(choiceOf),
    }))
    .filter(({ choices }) => choices.length > 0);
}
