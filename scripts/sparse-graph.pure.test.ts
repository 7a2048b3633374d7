import { expect, test } from "vitest";
import { makeSparse } from "./sparse-graph.mjs";

const encode = (...bytes: number[]) => Buffer.from(bytes).toString("base64url");
/** A number that no name has, in three bytes. */
const FAR = [0x80, 0x80, 0x40];

test("every type with edges of a graph gets one more, and everything else stays as it is", () => {
  const roots = [1, 200, 4, 0, 1];
  const one = [0x85, 0x01, 0xff, 0x80, 3, 0, 63];
  const two = [7, 1, 0, 0, 0x80, 0x02, 2];
  const output = [9, 0, 0x81, 0x01];

  const sparse = makeSparse(encode(2, 2, 1, 2, ...one, ...two, 0, 0, 1, ...output, ...roots));

  const input = [...FAR, 0, 0, 0, 0, 0];
  expect(sparse).toBe(
    encode(2, 2, 1, 3, ...input, ...one, ...two, 0, 0, 2, ...FAR, 0, 0, ...output, ...roots),
  );
});

test("a graph that ends early is refused", () => {
  expect(() => makeSparse(encode(2, 2, 1))).toThrow("another form");
});
