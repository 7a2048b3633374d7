import { z } from "zod";
import { cut } from "@/lib/rules/cut";
import { buildLead, buildTitle, listFacts, listLinks } from "@/lib/rules/messages/alert-message";
import { isEnd, isFailing, type Notification } from "@/lib/rules/messages/notification";
import { broken, fitted } from "./chat-text";
import { buildDetails } from "./details";
import { type ChannelKind, jsonRequest } from "./kind";
import { anyText, isHostIn, serviceUrl } from "./settings";

// Teams refuses messages above 28 KB, in which it counts its own part as well.
const MAX_BYTES = 25_000;

const HOSTS = ["*.logic.azure.com", "*.powerplatform.com"];
const RETIRED_HOSTS = ["*.webhook.office.com", "outlook.office.com", "outlook.office365.com"];

const WORKFLOW_PATH =
  /^\/(powerautomate\/automations\/direct\/(cu\/\d+\/)?)?workflows\/[\w-]+\/triggers\/manual\/paths\/invoke\?.*\bsig=/;

const described = {
  title: "Webhook URL",
  description:
    "In Teams: the channel’s menu, Workflows, “Send webhook alerts to a channel”. Copy the URL at the end.",
  example:
    "https://prod-00.westeurope.logic.azure.com/workflows/0123456789abcdef/triggers/manual/paths/invoke?api-version=2016-06-01&sig=XXXX",
};

const isRetired = (url: string) => URL.canParse(url) && isHostIn(new URL(url).hostname, RETIRED_HOSTS);

const workflowUrl = serviceUrl(HOSTS, WORKFLOW_PATH, described);

const settings = z.object({
  url: anyText(described)
    .refine((url) => !isRetired(url), {
      error:
        "is the URL of a connector, which Microsoft has retired. In Teams, open the channel’s menu, choose Workflows and “Send webhook alerts to a channel”, and enter the URL that it gives you",
    })
    .pipe(workflowUrl)
    .meta(workflowUrl.meta() ?? {}),
});

// Cards replace {{DATE(…)}} and {{TIME(…)}} even where Markdown is not markup.
const run = (text: string, style: object = {}) => ({
  type: "TextRun",
  text: broken(text, /\{(?=\{)/g),
  ...style,
});

const block = (inlines: object[]) => ({ type: "RichTextBlock", inlines });

const chooseColor = (notification: Notification) =>
  isFailing(notification) ? "attention" : isEnd(notification) ? "good" : "default";

function buildCard(notification: Notification, maxText: number) {
  const title = run(cut(buildTitle(notification), maxText), {
    size: "large",
    weight: "bolder",
    color: chooseColor(notification),
  });
  const lead = notification.isPast ? buildDetails(notification) : buildLead(notification);
  const facts = notification.isPast ? [] : listFacts(notification, maxText);
  return {
    type: "AdaptiveCard",
    version: "1.4",
    body: [
      block([title]),
      ...(lead ? [block([run(cut(lead, maxText))])] : []),
      ...facts.map(({ label, value }) =>
        block([run(`${label}: `, { weight: "bolder" }), run(cut(value, maxText))]),
      ),
    ],
    actions: listLinks(notification).map(({ label, url }) => ({ type: "Action.OpenUrl", title: label, url })),
    msteams: { width: "Full" },
  };
}

/**
 * A workflow of Microsoft Teams that posts what it receives: an adaptive card. Texts are runs of a `RichTextBlock`, in which
 * Markdown is not read. 202 means that the workflow has begun, and not that the message was posted. Sources:
 * adaptivecards.io/explorer, learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors.
 */
export const teams: ChannelKind<z.output<typeof settings>> = {
  kind: "teams",
  label: "Microsoft Teams",
  color: "#4b53bc",
  group: "chat",
  needs: "Paste the URL of a workflow that posts to a channel",
  settings,
  secrets: ["url"],
  hosts: HOSTS,
  stateful: false,
  buildRequests(notification, { url }) {
    if (notification.event === "acknowledged") return [];
    return [
      fitted(MAX_BYTES, (maxText) => {
        const content = buildCard(notification, maxText);
        const contentType = "application/vnd.microsoft.card.adaptive";
        return jsonRequest(url, {
          type: "message",
          attachments: [{ contentType, contentUrl: null, content }],
        });
      }),
    ];
  },
  interpret: [
    {
      status: [401, 403],
      why: "The workflow in Teams no longer accepts this URL. Copy its URL again, or create a new workflow.",
    },
    {
      status: [404, 410],
      why: "The workflow in Teams no longer exists. Create a new workflow, and enter its URL in Tattle.",
    },
    {
      status: 400,
      text: /TriggerIsNotEnabled|WorkflowDisabled|disabled/i,
      why: "The workflow in Teams is turned off. Turn it on, then switch this channel on again.",
    },
    { status: [400, 413], switchOff: false, why: "Teams refused this message." },
  ],
};
