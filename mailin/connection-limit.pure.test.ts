import fc from "fast-check";
import { expect, test } from "vitest";
import { ConnectionLimit } from "./connection-limit";

const TOO_MANY = "Too many connections from your address";
const FULL = "Too many connections. Try again in a minute";

/** Connections by their address. `ended` are those that had to make room. */
function aLimit(max: number, maxPerAddress: number) {
  const limit = new ConnectionLimit({ max, maxPerAddress });
  const ended: string[] = [];
  const enter = (address: string) => {
    const connection = { address };
    const refusal = limit.enter(connection, address, () => ended.push(address));
    return { connection, refusal };
  };
  return { limit, ended, enter };
}

test("a client has a limited number of connections at once, and others are not kept out", () => {
  const { enter } = aLimit(500, 2);
  expect(enter("203.0.113.7").refusal).toBeNull();
  expect(enter("::ffff:203.0.113.7").refusal).toBeNull();
  expect(enter("203.0.113.7").refusal).toBe(TOO_MANY);
  expect(enter("203.0.113.8").refusal).toBeNull();
});

test("the addresses of 64 bits of IPv6 are one client, because everyone has as many", () => {
  const { enter } = aLimit(500, 2);
  expect(enter("2001:db8:1:2::1").refusal).toBeNull();
  expect(enter("2001:db8:1:2:ffff::9").refusal).toBeNull();
  expect(enter("2001:0db8:0001:0002:0:1:2:3").refusal).toBe(TOO_MANY);
  expect(enter("2001:db8:1:3::1").refusal).toBeNull();
});

test("a connection that was refused, or that leaves twice, makes no room", () => {
  const { limit, enter } = aLimit(500, 1);
  const first = enter("203.0.113.7");
  limit.leave(enter("203.0.113.7").connection);
  expect(enter("203.0.113.7").refusal).toBe(TOO_MANY);
  limit.leave(first.connection);
  limit.leave(first.connection);
  expect(enter("203.0.113.7").refusal).toBeNull();
  expect(enter("203.0.113.7").refusal).toBe(TOO_MANY);
});

test("ten addresses of one network that hold all connections make room for another, the oldest that sends nothing first", () => {
  const { limit, ended, enter } = aLimit(500, 50);
  const held = Array.from({ length: 500 }, (_, i) => enter(`203.0.113.${i % 10}`));
  expect(held.every(({ refusal }) => refusal === null)).toBe(true);
  for (const { connection } of held.slice(0, 3)) limit.setSending(connection, true);
  expect(enter("203.0.113.99").refusal).toBe(FULL);
  expect(enter("198.51.100.1").refusal).toBeNull();
  expect(enter("2001:db8::1").refusal).toBeNull();
  expect(ended).toEqual(["203.0.113.3", "203.0.113.4"]);
});

test("a network that only sends makes room, too, and its mail servers come again", () => {
  const { limit, ended, enter } = aLimit(3, 3);
  for (let i = 0; i < 3; i += 1) limit.setSending(enter(`203.0.113.${i}`).connection, true);
  expect(enter("198.51.100.1").refusal).toBeNull();
  expect(ended).toEqual(["203.0.113.0"]);
});

test("anyone who comes, there are never more than so many, and no network with a smaller share is refused", () => {
  const address = fc.tuple(fc.nat(6), fc.nat(9)).map(([network, host]) => `10.0.${network}.${host}`);
  fc.assert(
    fc.property(fc.array(address, { maxLength: 60 }), (addresses) => {
      const max = 12;
      const limit = new ConnectionLimit({ max, maxPerAddress: max });
      const open: string[] = [];
      for (const each of addresses) {
        const network = each.slice(0, each.lastIndexOf("."));
        const end = () => open.splice(open.indexOf(largest(open)), 1);
        if (limit.enter({}, each, end) === null) open.push(network);
        else expect(countOf(open, network)).toBeGreaterThanOrEqual(countOf(open, largest(open)) - 1);
        expect(open.length).toBeLessThanOrEqual(max);
      }
    }),
  );
});

const countOf = (networks: string[], network: string) => networks.filter((each) => each === network).length;

/** The first of those that have most, as they came. */
const largest = (networks: string[]) =>
  networks.toSorted((one, other) => countOf(networks, other) - countOf(networks, one))[0] ?? "";
