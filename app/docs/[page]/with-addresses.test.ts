import { expect, test } from "vitest";
import { withAddresses } from "./with-addresses";

const TEXT =
  "https://checkin.tattle.example/c0ffee1234abcd56, https://checkin.tattle.example/ping/c0ffee12-34ab-8cd5-8600-746174746c65, https://tattle.example/api/v3/";

test("a page opened from a snitch contains its addresses", () => {
  expect(withAddresses(TEXT, "0123456789abcdef")).toBe(
    "http://localhost:3001/0123456789abcdef, http://localhost:3001/ping/01234567-89ab-8cde-8f00-746174746c65, http://localhost:3000/api/v3/",
  );
});

test.each([undefined, "", "a b", "//evil.example", ["0123456789abcdef", "x"]])(
  "without a valid token (%j) it contains those of an example of this installation",
  (snitch) => {
    expect(withAddresses(TEXT, snitch)).toContain("http://localhost:3001/c0ffee1234abcd56,");
  },
);
