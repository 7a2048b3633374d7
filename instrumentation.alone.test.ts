import { afterEach, expect, test, vi } from "vitest";
import { log } from "@/lib/platform/log";
import { onRequestError } from "./instrumentation";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test("a page that fails is logged by its route, without the secret link in its path", async () => {
  vi.stubEnv("NEXT_RUNTIME", "nodejs");
  const logged = vi.spyOn(log, "error");
  const request = { method: "GET", path: "/sign-in/link/kf81-secret?from=mail", headers: {} };
  const route = "/(account)/sign-in/link/[token]";

  await onRequestError(new Error("the database is unavailable"), request, {
    routerKind: "App Router",
    routePath: route,
    routeType: "render",
    renderSource: "react-server-components",
    revalidateReason: undefined,
  });

  expect(logged.mock.calls).toHaveLength(1);
  expect(logged.mock.calls[0]?.[0]).toMatchObject({ method: "GET", route });
  expect(JSON.stringify(logged.mock.calls)).not.toContain("kf81-secret");
});
