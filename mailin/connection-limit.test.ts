import { expect, test } from "vitest";
import { ConnectionLimit } from "./connection-limit";

test("a client has a limited number of connections at once, and others are not kept out", () => {
  const limit = new ConnectionLimit(2);
  const [first, second, third, other] = [{}, {}, {}, {}];
  expect(limit.enter(first, "203.0.113.7")).toBe(true);
  expect(limit.enter(second, "203.0.113.7")).toBe(true);
  expect(limit.enter(third, "203.0.113.7")).toBe(false);
  expect(limit.enter(other, "203.0.113.8")).toBe(true);
});

test("a connection that was refused, or that leaves twice, makes no room", () => {
  const limit = new ConnectionLimit(1);
  const [first, second, third] = [{}, {}, {}];
  limit.enter(first, "203.0.113.7");
  expect(limit.enter(second, "203.0.113.7")).toBe(false);
  limit.leave(second, "203.0.113.7");
  expect(limit.enter(third, "203.0.113.7")).toBe(false);
  limit.leave(first, "203.0.113.7");
  limit.leave(first, "203.0.113.7");
  expect(limit.enter(second, "203.0.113.7")).toBe(true);
  expect(limit.enter(third, "203.0.113.7")).toBe(false);
});
