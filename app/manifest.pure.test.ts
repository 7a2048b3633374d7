import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { iconSvg } from "@/components/favicon";
import manifest from "./manifest";

/** Width and height stand at fixed places of every PNG. */
function sizeOfPng(file: string): string {
  const png = readFileSync(`public${file}`);
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

test("every icon of the manifest exists in the size that it states", () => {
  const pngs = manifest().icons?.filter(({ type }) => type === "image/png") ?? [];

  expect(pngs.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ["192x192", undefined],
    ["512x512", undefined],
    ["512x512", "maskable"],
  ]);
  for (const { src, sizes } of pngs) expect(sizeOfPng(src)).toBe(sizes);
  expect(sizeOfPng("/apple-touch-icon.png")).toBe("180x180");
});

test("favicon.svg is drawn from the mark: after a change of it, run `npm run pictures`", () => {
  expect(readFileSync("public/favicon.svg", "utf8")).toBe(iconSvg("calm"));
});
