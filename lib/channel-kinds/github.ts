import { z } from "zod";
import { cut } from "@/lib/rules/cut";
import { SECOND_MS } from "@/lib/rules/durations";
import { buildTitle, listLinks } from "@/lib/rules/messages/alert-message";
import { isEnd, isFailing, type Notification } from "@/lib/rules/messages/notification";
import { buildDetails, HEADER_SAFE, oneLine } from "./details";
import { clampWait, interpretWith, retryAfterMs } from "./interpret";
import {
  type ChannelKind,
  jsonRequest,
  type Outgoing,
  type ReceiverResponse,
  type ResponseOutcome,
} from "./kind";
import { matching } from "./settings";

const HOST = "api.github.com";
const MAX_TITLE = 256;
// GitHub takes 65,536 characters. No one reads that.
const MAX_TEXT = 10_000;

const settings = z.object({
  repository: matching(
    /^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/(?!\.{1,2}$)[\w.-]{1,100}$/,
    "must be an owner and a repository, such as acme/operations",
    {
      title: "Repository",
      description: "Owner and name. Its issues must be enabled.",
      example: "acme/operations",
    },
  ),
  token: matching(HEADER_SAFE, "must be an access token, without spaces", {
    title: "Access token",
    description:
      "In GitHub: Settings, Developer settings, Fine-grained tokens. It needs “Issues: read and write” for this repository.",
    example: "github_pat_11EXAMPLE0example",
  }),
});

type Settings = z.output<typeof settings>;

/** A block of code, in which GitHub finds no markup, mentions, references and hashes. No run of backticks in the text ends it. */
function codeBlock(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

/**
 * GitHub renders only code in a title, but shows titles in places where @name and #1 become links. A word joiner (U+2060) after
 * the sign prevents that.
 */
const issueTitle = (notification: Notification) =>
  cut(oneLine(buildTitle(notification)).replace(/[@#](?=\w)/g, "$&\u2060"), MAX_TITLE);

/** Tells people when to close an issue that no incident closes; empty for the others. */
function buildClosingNote({ event, incident }: Notification): string {
  if (event === "drill") return "This issue is closed when someone confirms the fire drill, or after a day.";
  return event === "drill_ended" || incident ? "" : "Close this issue when you have read it.";
}

function buildBody(notification: Notification, { withTitle }: { withTitle: boolean }): string {
  const text = [withTitle ? buildTitle(notification) : "", buildDetails(notification)]
    .filter(Boolean)
    .join("\n\n");
  const links = listLinks(notification).map(({ label, url }) => `[${label}](<${url}>)`);
  return [text && codeBlock(cut(text, MAX_TEXT)), buildClosingNote(notification), links.join(" · ")]
    .filter(Boolean)
    .join("\n\n");
}

/** How long to wait if GitHub’s rate limit refused the request, for which it sends 403 as well as 429; null if something else did. */
function rateLimitMs(response: ReceiverResponse): number | null {
  const { headers, status, text } = response;
  if (status !== 403 && status !== 429) return null;
  if (headers["retry-after"]) return retryAfterMs(response);
  if (headers["x-ratelimit-remaining"] === "0")
    return clampWait(Number(headers["x-ratelimit-reset"]) * SECOND_MS - Date.now());
  return status === 429 || /rate limit|abuse/i.test(text) ? retryAfterMs(response) : null;
}

function interpret(response: ReceiverResponse, { url }: Outgoing): ResponseOutcome {
  const afterMs = rateLimitMs(response);
  if (afterMs !== null) return { kind: "retry", afterMs };
  const isAboutIssue = /\/issues\/\d+/.test(url);
  const responseOutcome = interpretWith(response, [
    { status: 401, why: "GitHub no longer accepts this access token. Create a new one." },
    ...(isAboutIssue
      ? [
          { status: [404, 410], switchOff: false, why: "The issue was deleted in GitHub." },
          { status: 403, text: /locked/i, switchOff: false, why: "The issue was locked in GitHub." },
        ]
      : []),
    {
      status: 403,
      text: /archived/i,
      why: "The repository is archived. Choose another one.",
    },
    {
      status: 403,
      why: "The access token is not allowed to write issues. Give it “Issues: read and write”.",
    },
    {
      status: 404,
      why: "GitHub does not know this repository, or the access token cannot see it. Check both.",
    },
    { status: 410, why: "Issues are disabled in this repository. Enable them in its settings." },
    { status: [400, 422], switchOff: false, why: "GitHub refused this issue." },
  ]);
  if (responseOutcome.kind !== "accepted" || isAboutIssue) return responseOutcome;
  // The response contains the whole issue, and only its beginning is kept. The URLs come first.
  const ref = /\/issues\/(\d+)\b/.exec(response.headers.location ?? response.text)?.[1];
  return ref ? { kind: "accepted", ref } : responseOutcome;
}

/**
 * An issue of GitHub for each incident: opened, reminded of in comments, and closed. Acknowledgements are not sent,
 * because they name people, and issues may be public; nor is the end of an incident that has no issue. GitHub requires a User-Agent:
 * the sender of the requests adds that of this installation. Sources:
 * docs.github.com/en/rest/issues/issues, docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api.
 */
export const github: ChannelKind<Settings> = {
  kind: "github",
  label: "GitHub issues",
  color: "#24292f",
  group: "own",
  needs: "Enter a repository, and a token that can write issues",
  settings,
  secrets: ["token"],
  hosts: [HOST],
  stateful: true,
  buildRequests(notification, { repository, token }, ref) {
    const request = (path: string, body: object, method: Outgoing["method"] = "POST") =>
      jsonRequest(
        `https://${HOST}/repos/${repository}/issues${path}`,
        body,
        {
          Accept: "application/vnd.github+json",
          Authorization: `Bearer ${token}`,
          "X-GitHub-Api-Version": "2022-11-28",
        },
        method,
      );
    const open = () =>
      request("", { title: issueTitle(notification), body: buildBody(notification, { withTitle: false }) });
    const comment = () => request(`/${ref}/comments`, { body: buildBody(notification, { withTitle: true }) });
    if (notification.event === "test") return [open()];
    if (isFailing(notification) || notification.event === "drill") return [ref ? comment() : open()];
    const isOver = notification.event === "drill_ended" || (isEnd(notification) && notification.incident);
    if (!isOver || !ref) return [];
    return [comment(), request(`/${ref}`, { state: "closed", state_reason: "completed" }, "PATCH")];
  },
  interpret,
};
