import { PassThrough } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { Burst } from "./burst";

const aConnection = () => new PassThrough().pause();

/** How many are read before the first one that waits. */
const countRead = (connections: PassThrough[]) => {
  const first = connections.findIndex((each) => each.isPaused());
  return first < 0 ? connections.length : first;
};

test("a connection that opens alone is read at once", () => {
  const connection = aConnection();

  new Burst().add(connection);

  expect(connection.isPaused()).toBe(false);
});

test("connections that open together are read 16 in a turn, in their order, and later ones after them", async () => {
  const burst = new Burst();
  const connections = Array.from({ length: 40 }, aConnection);
  for (const each of connections) burst.add(each);
  const counts = [countRead(connections)];
  await nextTurn();
  counts.push(countRead(connections));
  const later = aConnection();
  burst.add(later);
  expect(later.isPaused()).toBe(true);
  await nextTurn();
  counts.push(countRead(connections));

  expect(counts).toEqual([16, 32, 40]);
  expect(later.isPaused()).toBe(false);
});

test("one that is closed while it waits holds up no other", async () => {
  const burst = new Burst();
  const connections = Array.from({ length: 20 }, aConnection);
  for (const each of connections) burst.add(each);

  connections[17]?.destroy();
  await nextTurn();

  expect(connections.map((each) => each.isPaused())).toEqual(connections.map(() => false));
});
