import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const sources = ["app", "components"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name)),
  )
  .filter((file) => file.endsWith(".tsx"))
  .map((file) => readFileSync(file, "utf8"));

const inputs = sources
  .flatMap((source) => source.match(/<\w+(?:=>|[^<>])*>/g) ?? [])
  .filter((element) => /type="password"|name="[\w.]*password"|"\w+-password"/.test(element));

test("each input of a password is masked, says to password managers what it is for, and may be pasted into", () => {
  expect(inputs.length).toBeGreaterThanOrEqual(5);
  for (const input of inputs) {
    // A secret of a channel is shown to who asks.
    expect(input).toMatch(/type=(?:"password"|\{isShown \? "text" : "password"\})/);
    expect(input).toContain("autoComplete=");
    expect(input).not.toMatch(/onPaste|onDrop/);
  }
});
