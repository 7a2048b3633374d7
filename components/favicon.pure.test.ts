import { expect, test } from "vitest";
import { favicon } from "./favicon";

test("the icon in alarm differs in shape, not in colour alone", () => {
  const [calm, alarmed] = (["calm", "alarmed"] as const).map((mood) => decodeURIComponent(favicon(mood)));

  expect(calm).toContain("#4f46e5");
  expect(alarmed).toContain("#dc2626");
  expect(/ d="([^"]+)"/.exec(calm ?? "")?.[1]).not.toBe(/ d="([^"]+)"/.exec(alarmed ?? "")?.[1]);
});
