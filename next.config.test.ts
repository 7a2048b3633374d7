import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllEnvs());

/** The rewrites of a build that is made for these addresses. */
async function rewritesFor(appUrl: string, checkInUrl: string) {
  vi.stubEnv("APP_URL", appUrl);
  vi.stubEnv("CHECK_IN_URL", checkInUrl);
  vi.resetModules();
  const { default: config } = await import("./next.config");
  return config.rewrites?.();
}

test("a host for check-ins alone serves them without a prefix, and no other host does", async () => {
  const host = { type: "host", value: "check-in.example" };
  expect(await rewritesFor("https://tattle.example", "https://check-in.example")).toEqual({
    beforeFiles: [{ source: "/:token*", has: [host], destination: "/c/:token*" }],
  });

  const none = { beforeFiles: [] };
  expect(await rewritesFor("https://tattle.example", "https://tattle.example/c")).toEqual(none);
  expect(await rewritesFor("http://localhost:3000", "http://localhost:3001")).toEqual(none);
});
