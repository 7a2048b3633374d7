import { expect, test } from "vitest";
import { isPrivateLiteral, isPublicAddress } from "./public-address";

test.each([
  ["93.184.216.34", true],
  ["2606:2800:220:1::1", true],
  ["127.0.0.1", false],
  ["10.1.2.3", false],
  ["172.16.0.1", false],
  ["192.168.1.1", false],
  ["169.254.169.254", false],
  ["100.64.0.1", false],
  ["0.0.0.0", false],
  ["::1", false],
  ["::ffff:127.0.0.1", false],
  ["fe80::1", false],
  ["fd00::1", false],
  ["64:ff9b::7f00:1", false],
  ["not an address", false],
])("%s is public: %s", (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test.each([
  "http://127.0.0.1/",
  "http://[::1]:8080/",
  "http://2130706433/",
  "http://0x7f.1/",
  "http://127.1/",
])("%s is recognized as a private address", (url) => {
  expect(isPrivateLiteral(new URL(url))).toBe(true);
});
