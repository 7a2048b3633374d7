import { expect, test } from "vitest";
import { inSlices, type Slice } from "./in-slices";

const rows = Array.from({ length: 250 }, (_, n) => ({ id: String(n).padStart(3, "0") }));

/** The sizes of the slices in which a list is loaded, and the rows of all of them. */
async function load(slice?: Slice) {
  const sizes: number[] = [];
  const all: string[] = [];
  const find = async ({ after = "", limit }: Slice) => rows.filter(({ id }) => id > after).slice(0, limit);
  for await (const part of inSlices(find, slice)) {
    sizes.push(part.length);
    all.push(...part.map(({ id }) => id));
  }
  return { sizes, all };
}

test("a list is loaded a hundred rows at a time, whole and in order, or as many as are asked for", async () => {
  expect(await load()).toEqual({ sizes: [100, 100, 50], all: rows.map(({ id }) => id) });
  expect((await load({ after: "249" })).all).toEqual([]);
  expect((await load({ after: "009", limit: 2 })).all).toEqual(["010", "011"]);
  expect((await load({ limit: 150 })).sizes).toEqual([100, 50]);
  expect((await load({ limit: 100 })).sizes).toEqual([100]);
});
