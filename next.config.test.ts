import { afterEach, expect, test, vi } from "vitest";
import { ENV_NAMES } from "@/lib/platform/env";

afterEach(() => vi.unstubAllEnvs());

/** What a build is made with where the settings have these values. */
async function configureWith(value: (name: string) => string) {
  for (const name of ENV_NAMES) vi.stubEnv(name, value(name));
  vi.resetModules();
  const { default: config } = await import("./next.config");
  return JSON.stringify([
    config,
    await config.headers?.(),
    await config.rewrites?.(),
    await config.redirects?.(),
  ]);
}

test("a build fits every installation: no setting is in it", async () => {
  const named = await configureWith((name) => `https://${name.replaceAll("_", "-").toLowerCase()}.example`);
  expect(await configureWith(() => "")).toBe(named);
});
