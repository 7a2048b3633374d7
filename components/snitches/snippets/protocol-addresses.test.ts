import { expect, test } from "vitest";
import { findAdapter } from "@/lib/protocols/find-adapter";
import { protocolAddresses } from "./protocol-addresses";

const ORIGIN = "https://check-in.example";
const ID = "019cd72e-9a00-7000-8000-000000000001";

test.each(
  protocolAddresses(ID, "c0ffee1234abcd56", ORIGIN).map(({ tool, url }) => [tool, new URL(url).pathname]),
)("the address for %s, %s, is one that Tattle answers in its words", (_, path) => {
  expect(findAdapter(path)).not.toBeNull();
});
