import { expect, test } from "vitest";
import { readSignedId } from "@/lib/platform/signed-id";
import { STATUS, statusUrl } from "./status-url";

const ID = "019e7140-1b80-7c3e-9d15-0f6f8e2b7a44";

test.each(["https://tattle.example.com", "http://example.com:8080"])("at %s it has the id, signed", (app) => {
  const url = statusUrl(ID, app) ?? "";
  expect(url.startsWith(`${app}/api/channels/status/`)).toBe(true);
  expect(readSignedId(url.split("/").at(-1) ?? "", STATUS)).toBe(ID);
});

test.each([
  "http://localhost:3000",
  "http://tattle",
  "http://127.0.0.1:3000",
  "https://[2001:db8::1]",
  "https://tattle.internal",
  "https://nas.home.arpa",
])("no one outside reaches %s", (app) => expect(statusUrl(ID, app)).toBeNull());
