import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("no page imports the link that prefetches", () => {
  const files = ["app", "components"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  );
  const wrong = files
    .filter((file) => file.endsWith(".tsx"))
    .filter((file) => readFileSync(file, "utf8").includes('"next/link"'));
  expect(wrong).toEqual([]);
});
