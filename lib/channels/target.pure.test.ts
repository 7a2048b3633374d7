import { expect, test } from "vitest";
import { maskPath, parseTarget } from "./target";

test.each([
  ["https://ann:s3cret@hooks.example.com/services/T0/B0/s3cret?x=1", "https://hooks.example.com/…"],
  ["http://example.com:8080/?key=s3cret", "http://example.com:8080/…"],
  ["https://example.com", "https://example.com/"],
])("of %s every member sees %s", (url, shown) => {
  expect(maskPath(url)).toBe(shown);
});

test.each([
  ["https://ann:100%@example.com/", "must have its user name and password percent-encoded (write % as %25)"],
  ["", "can't be blank"],
  ["example.com/hook", "must be a URL such as https://example.com/hook"],
  ["ftp://example.com", "must start with https:// or http://"],
])("“%s” is refused with a message that says how to correct it", (url, message) => {
  expect(() => parseTarget(url)).toThrow(
    expect.objectContaining({ type: "resource_invalid", validations: [{ attribute: "url", message }] }),
  );
});
