import { expect, test } from "vitest";
import { channelLink, personLink } from "@/lib/outbox/action-link";
import { newId } from "@/lib/platform/new-id";
import { DAY_MS } from "@/lib/rules/durations";
import { GET } from "./dead-link/route";
import { routeDeadLink } from "./dead-links";

function routed(url: string): string {
  const request = { url };
  routeDeadLink({ request });
  return request.url;
}

test("a link of an incident that is forged or has expired reaches no page, and every other path is left alone", async () => {
  const sentAt = (days: number) => new Date(Date.now() - days * DAY_MS);
  const pathOf = (url: string) => new URL(url).pathname;
  const links = [personLink, channelLink].map((link) => pathOf(link(newId(), newId(), sentAt(0))));
  for (const path of [...links, ...links.map((path) => `${path}?a=b`), "/i/answer/x", "/i", "/index"])
    expect(routed(path)).toBe(path);
  for (const path of [
    "/i/x",
    `${links[0]?.slice(0, -1)}!`,
    `${links[0]}A/`,
    pathOf(personLink(newId(), newId(), sentAt(8))),
    pathOf(channelLink(newId(), newId(), sentAt(2))),
  ])
    expect(routed(path)).toBe("/dead-link");
  const response = GET();
  expect([response.status, await response.text()]).toEqual([
    404,
    expect.stringContaining("<h1>This link does not work</h1>"),
  ]);
});
