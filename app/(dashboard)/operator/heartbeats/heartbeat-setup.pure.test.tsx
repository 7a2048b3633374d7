import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { HeartbeatSetup } from "./heartbeat-setup";

const CHECK_IN_URL = "https://check-in.a.example";
const render = (urls: string[], isOnTime = true) =>
  renderToStaticMarkup(<HeartbeatSetup urls={urls} checkInUrl={CHECK_IN_URL} isOnTime={isOnTime} />);

test("the page has what to paste into the other installation, with the public address of this one", () => {
  expect(render([])).toContain(`HEARTBEAT_URLS=${CHECK_IN_URL}/TOKEN`);
});

test("without URLs the page says that no one notices", () => {
  expect(render([])).toContain("HEARTBEAT_URLS is not set");
});

test("the URLs are shown without their secret paths, and two at one host are two", () => {
  const html = render([
    "https://b.example:8443/c/0123456789abcdef",
    "https://b.example:8443/c/fedcba9876543210",
  ]);
  expect(html.match(/https:\/\/b\.example:8443\/…/g)).toHaveLength(2);
  expect(html).not.toMatch(/0123456789abcdef|fedcba9876543210/);
  expect(html).toContain("once a minute");
});

test("while alerts are late the page says that heartbeats are withheld", () => {
  const html = render(["https://b.example/c/0123456789abcdef"], false);
  expect(html).toContain("Alerts are late");
  expect(html).not.toContain("once a minute");
});
