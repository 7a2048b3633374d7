import type { NextConfig } from "next";

/**
 * Read by builds and `npm run dev`. In production `app/server.ts` serves with what the build kept of it, for any installation: nothing
 * here depends on settings.
 */
const config: NextConfig = {
  // Each build has its own folder, so that a new build does not break a running server (scripts/build.ts).
  distDir: process.env.TATTLE_BUILD ?? ".next",
  poweredByHeader: false,
  // `/v1/snitches/` is the list too: many clients do not repeat a POST after a redirect.
  skipTrailingSlashRedirect: true,
  serverExternalPackages: [
    "@node-rs/argon2",
    "bullmq",
    "ioredis",
    "nodemailer",
    "pg",
    "pino",
    "sql.js",
    "web-push",
  ],
  turbopack: {
    // Next.js would take the outermost folder that has a lockfile: of a release, the clone around its sources.
    root: process.cwd(),
    // The pages of the documentation.
    rules: { "*.md": { type: "text" } },
  },
  // No page needs resized images, so the public endpoint that resizes them is off.
  images: { unoptimized: true },
  // `npm run check` checks types. Skipping it here makes the first start faster.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // Stops Next.js from changing tsconfig.json.
    strictRouteTypes: true,
    // A page is loaded when it is first opened: loading all at the start would take 25 MB for pages that no one opens.
    preloadEntriesOnStart: false,
    // An imported file may have 20 MB; the form adds a little.
    serverActions: { bodySizeLimit: "21mb" },
  },
  // Pages that had another address in earlier versions.
  redirects: async () => [
    { source: "/docs/protocols", destination: "/docs/works-with", permanent: true },
    ...[
      ["webhooks/:path*", "channels/:path*"],
      ["sharing/:path*", "status-pages/:path*"],
      ["settings/data", "settings/audit"],
      ["machines", "?group=machine"],
      ["board", "status-pages"],
    ].map(([from, to]) => ({
      source: `/:caseId([0-9a-f-]{36})/${from}`,
      destination: `/:caseId/${to}`,
      permanent: true,
    })),
  ],
  headers: async () => [
    { source: "/push-worker.js", headers: [{ key: "Cache-Control", value: "no-cache" }] },
  ],
};

export default config;
