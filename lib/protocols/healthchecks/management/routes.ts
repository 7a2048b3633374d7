import { query } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { listBadges } from "./badges";
import { type Handler, json } from "./call";
import { listChannels } from "./channels";
import {
  changeCheck,
  createOrUpdate,
  listChecks,
  pauseCheck,
  removeCheck,
  resumeCheck,
  showCheck,
} from "./checks";
import { showFlips, showPingBody, showPings } from "./history";

const UUID = "([\\da-fA-F]{8}(?:-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12})";
const UUID_OR_KEY = `(${UUID.slice(1, -1)}|[\\da-z]{40})`;

const route = (path: string, methods: Record<string, Handler>) => ({
  pattern: new RegExp(`^${path}/?$`),
  methods,
});

/** The operations at each path below `/api/v1`, `/api/v2` and `/api/v3`. */
export const ROUTES = [
  route("/checks", {
    GET: { access: "read", handle: listChecks },
    POST: { access: "full", handle: createOrUpdate },
  }),
  route(`/checks/${UUID}`, {
    POST: { access: "full", handle: changeCheck },
    DELETE: { access: "full", handle: removeCheck },
    GET: { access: "read", handle: showCheck },
  }),
  route("/checks/([\\da-z]{40})", { GET: { access: "read", handle: showCheck } }),
  route(`/checks/${UUID}/pause`, { POST: { access: "full", handle: pauseCheck } }),
  route(`/checks/${UUID}/resume`, { POST: { access: "full", handle: resumeCheck } }),
  route(`/checks/${UUID}/pings`, { GET: { access: "full", handle: showPings } }),
  route(`/checks/${UUID}/pings/(\\d{1,10})/body`, { GET: { access: "full", handle: showPingBody } }),
  route(`/checks/${UUID_OR_KEY}/flips`, { GET: { access: "read", handle: showFlips } }),
  route("/channels", {
    GET: {
      access: "full",
      handle: async ({ callScope }) => json({ channels: await listChannels(callScope) }),
    },
  }),
  route("/badges", {
    GET: {
      access: "read",
      handle: async ({ callScope }) => json({ badges: await listBadges(callScope, env.APP_URL) }),
    },
  }),
  route("/status", { GET: { access: "none", handle: showStatus } }),
];

/** Whether the database responds. */
async function showStatus(): Promise<Response> {
  await query("SELECT 1");
  return new Response("OK", { headers: { "Cache-Control": "no-store" } });
}
