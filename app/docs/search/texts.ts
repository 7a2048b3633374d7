import worksWith from "@/docs/works-with.md";
import agents from "../agents/page.md";
import channels from "../channels/page.md";
import byEmail from "../check-ins/by-email.md";
import checkIns from "../check-ins/page.md";
import configuration from "../configuration/page.md";
import discover from "../discover/page.md";
import drills from "../drills/page.md";
import emails from "../emails/page.md";
import incidents from "../incidents/page.md";
import install from "../install/page.md";
import intervals from "../intervals/page.md";
import kubernetes from "../kubernetes/page.md";
import maintenance from "../maintenance/page.md";
import notifications from "../notifications/page.md";
import firstSnitch from "../page.md";
import pausing from "../pausing/page.md";
import reports from "../reports/page.md";
import runs from "../runs/page.md";
import schedules from "../schedules/page.md";
import security from "../security/page.md";
import sharing from "../sharing/page.md";
import smart from "../smart/page.md";
import timeline from "../timeline/page.md";
import webhooks from "../webhooks/page.md";

/** The texts of the pages of the documentation, by address. A test compares them with the files. */
export const TEXTS: Record<string, string> = {
  "/docs": firstSnitch,
  "/docs/check-ins": checkIns,
  "/docs/runs": runs,
  "/docs/install": install,
  "/docs/discover": discover,
  "/docs/kubernetes": kubernetes,
  "/docs/intervals": intervals,
  "/docs/schedules": schedules,
  "/docs/smart": smart,
  "/docs/timeline": timeline,
  "/docs/reports": reports,
  "/docs/sharing": sharing,
  "/docs/incidents": incidents,
  "/docs/pausing": pausing,
  "/docs/maintenance": maintenance,
  "/docs/emails": emails,
  "/docs/channels": channels,
  "/docs/drills": drills,
  "/docs/configuration": configuration,
  "/docs/agents": agents,
  "/docs/security": security,
  "/docs/notifications": notifications,
  "/docs/webhooks": webhooks,
  "/docs/works-with": worksWith,
};

/** What the page about check-ins adds where emails are taken. */
export const CHECK_INS_BY_EMAIL: string = byEmail;
