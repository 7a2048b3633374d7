// Not in TypeScript: Next.js would load the compiler of the pages, 100 MB, each time it starts to serve.
const hostOf = (url = "http://localhost") => new URL(url).hostname;
const checkInHost = hostOf(process.env.CHECK_IN_URL);
const sharesHost = checkInHost === hostOf(process.env.APP_URL);

/** @type {import("next").NextConfig} */
export default {
  // Each build has a folder of its own, so that a new one takes nothing from a running server (scripts/build.ts).
  distDir: process.env.TATTLE_BUILD ?? ".next",
  poweredByHeader: false,
  // `/v1/snitches/` is the list: many clients do not repeat a POST where a redirect sends them.
  skipTrailingSlashRedirect: true,
  serverExternalPackages: ["@node-rs/argon2", "bullmq", "ioredis", "nodemailer", "pg", "pino"],
  // No page asks for a smaller picture; strangers shall not, either.
  images: { unoptimized: true },
  // `npm run check` does it, and a fresh clone should be serving before.
  typescript: { ignoreBuildErrors: true },
  // Keeps Next.js from writing into tsconfig.json.
  experimental: { strictRouteTypes: true },
  // A check-in domain of its own needs no path: https://check-in.example/<token>.
  rewrites: async () => ({
    beforeFiles: sharesHost
      ? []
      : [{ source: "/:token*", has: [{ type: "host", value: checkInHost }], destination: "/c/:token*" }],
  }),
};
