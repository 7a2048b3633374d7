import { type Described, METHODS, type Method, type Operation } from "@/lib/api/operation";
import { readPublicPage } from "../status/[slug]/operation";
import * as rotation from "./api_keys/[id]/rotate/route";
import * as apiKey from "./api_keys/[id]/route";
import * as apiKeys from "./api_keys/route";
import * as audit from "./audit/route";
import * as badge from "./badges/[id]/route";
import * as badges from "./badges/route";
import * as channel from "./channels/[id]/route";
import * as channelTest from "./channels/[id]/test/route";
import * as channels from "./channels/route";
import * as configurationApply from "./configuration/apply/route";
import * as configurationPlan from "./configuration/plan/route";
import * as configuration from "./configuration/route";
import * as exported from "./export/[kind]/route";
import * as hints from "./hints/route";
import * as hook from "./hooks/[id]/route";
import * as acknowledge from "./incidents/[id]/acknowledge/route";
import * as assign from "./incidents/[id]/assign/route";
import * as incidentNotes from "./incidents/[id]/notes/route";
import * as incident from "./incidents/[id]/route";
import * as snooze from "./incidents/[id]/snooze/route";
import * as unacknowledge from "./incidents/[id]/unacknowledge/route";
import * as unsnooze from "./incidents/[id]/unsnooze/route";
import * as incidents from "./incidents/route";
import * as cluster from "./kubernetes/[cluster]/route";
import * as machine from "./machines/[host]/route";
import * as machines from "./machines/route";
import * as maintenanceEntry from "./maintenance/[id]/route";
import * as maintenance from "./maintenance/route";
import * as metrics from "./metrics/route";
import * as notice from "./notices/[id]/route";
import * as noticeUpdate from "./notices/[id]/updates/[update]/route";
import * as noticeUpdates from "./notices/[id]/updates/route";
import * as notices from "./notices/route";
import { describeApi } from "./openapi.json/operation";
import * as page from "./pages/[slug]/route";
import * as pageSubscriber from "./pages/[slug]/subscribers/[id]/route";
import * as pageSubscribers from "./pages/[slug]/subscribers/route";
import * as pages from "./pages/route";
import * as policies from "./policies/route";
import * as report from "./reports/[month]/route";
import * as searchedRuns from "./runs/route";
import * as schedule from "./schedule/route";
import * as sentryDsn from "./sentry_dsn/route";
import * as pause from "./snitches/[token]/pause/route";
import * as replay from "./snitches/[token]/replay/route";
import * as rotateUrl from "./snitches/[token]/rotate/route";
import * as snitch from "./snitches/[token]/route";
import * as run from "./snitches/[token]/runs/[id]/route";
import * as runs from "./snitches/[token]/runs/route";
import * as tag from "./snitches/[token]/tags/[tag]/route";
import * as tags from "./snitches/[token]/tags/route";
import * as unpause from "./snitches/[token]/unpause/route";
import * as snitches from "./snitches/route";
import * as slug from "./snitches/slugs/[slug]/route";
import * as slugs from "./snitches/slugs/route";

type Handlers = Partial<Record<Method | "OPTIONS", { operation?: Described }>>;

/** The paths of the API and their handlers, in the order of the reference. */
export const ROUTES: Record<string, Handlers> = {
  "/v1/snitches": snitches,
  "/v1/snitches/{token}": snitch,
  "/v1/snitches/slugs/{slug}": slug,
  "/v1/snitches/slugs": slugs,
  "/v1/snitches/{token}/replay": replay,
  "/v1/snitches/{token}/tags": tags,
  "/v1/snitches/{token}/tags/{tag}": tag,
  "/v1/snitches/{token}/pause": pause,
  "/v1/snitches/{token}/unpause": unpause,
  "/v1/snitches/{token}/rotate": rotateUrl,
  "/v1/snitches/{token}/runs": runs,
  "/v1/snitches/{token}/runs/{id}": run,
  "/v1/runs": searchedRuns,
  "/v1/incidents": incidents,
  "/v1/incidents/{id}": incident,
  "/v1/incidents/{id}/acknowledge": acknowledge,
  "/v1/incidents/{id}/unacknowledge": unacknowledge,
  "/v1/incidents/{id}/assign": assign,
  "/v1/incidents/{id}/notes": incidentNotes,
  "/v1/incidents/{id}/snooze": snooze,
  "/v1/incidents/{id}/unsnooze": unsnooze,
  "/v1/hints": hints,
  "/v1/policies": policies,
  "/v1/pages": pages,
  "/v1/pages/{slug}": page,
  "/status/{slug}.json": { GET: { operation: readPublicPage } },
  "/v1/badges": badges,
  "/v1/badges/{id}": badge,
  "/v1/pages/{slug}/subscribers": pageSubscribers,
  "/v1/pages/{slug}/subscribers/{id}": pageSubscriber,
  "/v1/notices": notices,
  "/v1/notices/{id}": notice,
  "/v1/notices/{id}/updates": noticeUpdates,
  "/v1/notices/{id}/updates/{update}": noticeUpdate,
  "/v1/machines": machines,
  "/v1/machines/{host}": machine,
  "/v1/kubernetes/{cluster}": cluster,
  "/v1/maintenance": maintenance,
  "/v1/maintenance/{id}": maintenanceEntry,
  "/v1/channels": channels,
  "/v1/channels/{id}": channel,
  "/v1/channels/{id}/test": channelTest,
  "/v1/schedule": schedule,
  "/v1/configuration": configuration,
  "/v1/configuration/plan": configurationPlan,
  "/v1/configuration/apply": configurationApply,
  "/v1/api_keys": apiKeys,
  "/v1/api_keys/{id}": apiKey,
  "/v1/api_keys/{id}/rotate": rotation,
  "/v1/audit": audit,
  "/v1/export/{kind}": exported,
  "/v1/reports/{month}": report,
  "/v1/sentry_dsn": sentryDsn,
  "/v1/metrics": metrics,
  "/v1/hooks/{id}": hook,
  "/v1/openapi.json": { GET: { operation: describeApi } },
};

/** Every operation of the API, in the order of the reference. */
export const OPERATIONS: Operation[] = Object.entries(ROUTES).flatMap(([path, handlers]) =>
  METHODS.flatMap((method) => {
    const described = handlers[method]?.operation;
    return described ? [{ ...described, method, path }] : [];
  }),
);
