import { expect, test } from "vitest";
import { wasOnlyCaptured } from "./capture";
import { captureInWords } from "./capture-words";

const captured = { outcome: "accepted", response: "captured" };
const accepted = { outcome: "accepted", response: "250 2.0.0 Ok: queued as 4XYZ" };
const refused = { outcome: "refused", response: "connect ECONNREFUSED" };

test.each([
  ["never attempted", [], false],
  ["captured", [captured], true],
  ["captured after failures", [captured, refused], true],
  ["captured by two workers", [captured, captured], true],
  ["accepted by a mail server", [accepted], false],
  ["accepted by a server that says “captured” and more", [{ ...accepted, response: "250 captured" }], false],
  ["captured, and sent when a server was set up", [accepted, captured], false],
  ["only failed", [{ outcome: "rejected", response: "captured" }], false],
])("an e-mail that was %s", (_, attempts, isCaptured) => {
  expect(wasOnlyCaptured(attempts)).toBe(isCaptured);
});

test("what was captured is still called not sent after a mail server was set up", () => {
  expect(captureInWords(false)).toBe("kept in the outbox, not sent: no mail server is set up");
  expect(captureInWords(true)).toBe("kept in the outbox, not sent: no mail server was set up");
});
