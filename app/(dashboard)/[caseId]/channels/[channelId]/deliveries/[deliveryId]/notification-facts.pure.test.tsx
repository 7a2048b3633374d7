import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NOTIFICATIONS } from "@/testing/notification-examples";
import { NotificationFacts } from "./notification-facts";

const render = (name: string, isAccepted: boolean) =>
  renderToStaticMarkup(
    <NotificationFacts body={JSON.stringify(NOTIFICATIONS[name])} isAccepted={isAccepted} />,
  );

test("a test says that its channel works only once it has been delivered", () => {
  expect(render("test", true)).toContain("This channel works.");
  expect(render("test", false)).toContain("Test message from Tattle");
  expect(render("test", false)).not.toContain("This channel works.");
});

test("an alert says why it was sent, delivered or not", () => {
  for (const isAccepted of [true, false]) expect(render("missing", isAccepted)).toContain("It was due by");
});
