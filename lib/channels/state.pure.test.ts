import { expect, test } from "vitest";
import { type ChannelState, channelState } from "./state";

const tuesday = new Date("2026-03-10T12:00Z");
const monday = new Date("2026-03-09T12:00Z");
const wednesday = new Date("2026-03-11T12:00Z");

const WELL = { disabledAt: null, failingSince: null, limitedUntil: null };

test.each<[Partial<Parameters<typeof channelState>[0]>, boolean, ChannelState]>([
  [{}, false, "untried"],
  [{}, true, "working"],
  [{ limitedUntil: wednesday }, true, "waiting"],
  [{ limitedUntil: monday }, true, "working"],
  [{ failingSince: monday, limitedUntil: wednesday }, true, "failing"],
  [{ failingSince: monday, disabledAt: tuesday }, true, "off"],
])("a channel with %j, tried: %s, is %s", (channel, isTried, state) => {
  expect(channelState({ ...WELL, ...channel }, isTried, tuesday)).toBe(state);
});
