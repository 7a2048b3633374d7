import { expect, test } from "vitest";
import { addChannel } from "@/lib/channels/add";
import { db, query } from "@/lib/platform/db";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { CHANNEL_EXAMPLES } from "@/testing/channel-examples";
import { ACTOR, aCase } from "@/testing/factories";
import { findRest, newHolder, releaseLease, restLease, takeLeases } from "./leases";

const expire = (id: string) =>
  query("UPDATE bot_leases SET held_until = now() - interval '1 second' WHERE id = $1", [id]);

test("of workers that want a bot at once, one has it, keeps it, and another gets it once it is over", async () => {
  const holders = Array.from({ length: 8 }, newHolder);
  const taken = await Promise.all(holders.map((holder) => takeLeases(holder, ["a", "b"])));
  const [one = "", other = ""] = [...holders].sort(
    (x, y) => Number(taken[holders.indexOf(y)]?.has("a")) - Number(taken[holders.indexOf(x)]?.has("a")),
  );
  expect(taken.filter((each) => each.has("a"))).toHaveLength(1);
  expect(taken.filter((each) => each.has("b"))).toHaveLength(1);

  expect(await takeLeases(one, ["a"])).toEqual(new Set(["a"]));
  expect(await takeLeases(other, ["a"])).toEqual(new Set());
  await expire("a");
  expect(await takeLeases(other, ["a"])).toEqual(new Set(["a"]));
  expect(await takeLeases(one, ["a"])).toEqual(new Set());
});

test("a lease is given back only by who has it, and a bot that rests is no one’s", async () => {
  const [one, other] = [newHolder(), newHolder()];
  await takeLeases(one, ["c"]);
  await releaseLease(other, "c");
  await restLease(other, "c");
  expect(await takeLeases(one, ["c"])).toEqual(new Set(["c"]));
  await restLease(one, "c");
  for (const holder of [one, other]) expect(await takeLeases(holder, ["c"])).toEqual(new Set());
  await expire("c");
  expect(await takeLeases(other, ["c"])).toEqual(new Set(["c"]));
  await releaseLease(other, "c");
  expect(await takeLeases(one, ["c"])).toEqual(new Set(["c"]));
});

test("the channels with buttons of a bot that rests say until when", async () => {
  const { id: caseId } = await aCase();
  const settings = { ...CHANNEL_EXAMPLES.telegram?.settings, buttons: "on" };
  const input = { kind: "telegram", name: "", settings, route: ALL_ALERTS, isDefault: false };
  const { id } = await addChannel(caseId, input, ACTOR);
  const { budget } = await db.channel.findUniqueOrThrow({ where: { id } });
  const one = newHolder();
  await takeLeases(one, [budget ?? ""]);
  expect(await findRest(id)).toBeNull();
  await restLease(one, budget ?? "");
  expect(await findRest(id)).toEqual(expect.any(Date));
  await expire(budget ?? "");
  expect(await findRest(id)).toBeNull();
});
