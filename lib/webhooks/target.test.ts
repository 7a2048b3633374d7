import { expect, test } from "vitest";
import { hostOfTarget, isPrivateLiteral, isPublicAddress, maskTarget, parseTarget } from "./target";

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
])("%s is an inside address, however it is written", (url) => {
  expect(isPrivateLiteral(new URL(url))).toBe(true);
});

test("credentials are masked wherever a target is shown", () => {
  const shown = maskTarget("https://ann:s3cret@example.com/hook?x=1");
  expect(shown).toBe("https://•••:•••@example.com/hook?x=1");
});

test.each([
  ["https://ann:s3cret@hooks.example.com/services/T0/B0/s3cret?x=1", "https://hooks.example.com/…"],
  ["http://example.com:8080/?key=s3cret", "http://example.com:8080/…"],
  ["https://example.com", "https://example.com/"],
])("of %s everybody sees %s", (url, shown) => {
  expect(hostOfTarget(url)).toBe(shown);
});

test("a target with a stray % can still be shown", () => {
  expect(maskTarget("https://ann:s3cret@example.com/h?x=100%&n=%E4")).toBe(
    "https://•••:•••@example.com/h?x=100%&n=%E4",
  );
});

test.each([
  ["https://ann:100%@example.com/", "must have its user name and password percent-encoded (write % as %25)"],
  ["", "can't be blank"],
  ["example.com/hook", "must be a URL such as https://example.com/hook"],
  ["ftp://example.com", "must start with https:// or http://"],
])("“%s” is refused with the way out", (url, message) => {
  expect(() => parseTarget(url)).toThrow(
    expect.objectContaining({ type: "resource_invalid", validations: [{ attribute: "url", message }] }),
  );
});
