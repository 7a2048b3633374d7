import { expect, test } from "vitest";
import { applicableActions } from "./applicable";

const open = { id: "01a1fb83-af36-7345-9db8-85689f84cc20" };

test.each([
  ["pending", undefined, []],
  ["healthy", undefined, ["pause"]],
  ["failed", open, ["acknowledge", "snooze", "pause"]],
  ["errored", { ...open, isAcknowledged: true }, ["snooze", "pause"]],
  ["paused", undefined, ["pause", "unpause"]],
] as const)("a snitch that is %s, with the incident %j, can take %j", (status, incident, actions) => {
  expect(applicableActions({ status, ...(incident && { incident }) })).toEqual(actions);
});
