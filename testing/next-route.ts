// Next.js looks for it when its modules are loaded, so this file comes before those of the application.
import "next/dist/server/node-environment-baseline";
import { AppRouteRouteModule } from "next/dist/server/route-modules/app-route/module";
import { NextRequest } from "next/server";

type Handlers = Record<string, (request: NextRequest, context: never) => Promise<Response>>;
type Params = Record<string, string | string[]>;

/**
 * Handles requests with a route as Next.js does, so that `headers()` and `cookies()` work in it. `page` is its path with names in
 * brackets.
 */
export function openRoute(page: string, handlers: Handlers) {
  const module = new AppRouteRouteModule({
    definition: { kind: "APP_ROUTE", page, pathname: page, filename: "route", bundlePath: "" },
    userland: () => handlers as never,
    distDir: ".next",
    relativeProjectDir: "",
    resolvedPagePath: page,
    nextConfigOutput: undefined,
  } as never);
  return (url: string, init: RequestInit, params: Params = {}): Promise<Response> =>
    module.handle(new NextRequest(url, init as never), {
      params,
      previewProps: undefined,
      prerenderManifest: { preview: {}, dynamicRoutes: {}, routes: {}, notFoundRoutes: [], version: 4 },
      renderOpts: { experimental: {}, cacheLifeProfiles: {}, waitUntil: () => {}, onClose: () => {} },
      sharedContext: { buildId: "tests" },
    } as never);
}
