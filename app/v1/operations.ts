import type { Operation } from "@/lib/api/operation";
import { readPublicPage } from "../status/[slug]/operations";
import { changeApiKey, removeApiKey } from "./api_keys/[id]/operations";
import { rotateApiKey } from "./api_keys/[id]/rotate/operations";
import { createApiKey, listApiKeys } from "./api_keys/operations";
import { listAuditEvents } from "./audit/operations";
import { revokeBadge } from "./badges/[id]/operations";
import { createBadge, listBadges } from "./badges/operations";
import { removeChannel, showChannel, updateChannel } from "./channels/[id]/operations";
import { testChannel } from "./channels/[id]/test/operations";
import { createChannel, listChannels } from "./channels/operations";
import { applyConfiguration } from "./configuration/apply/operations";
import { showConfiguration } from "./configuration/operations";
import { planConfiguration } from "./configuration/plan/operations";
import { listHints, replaceHints } from "./hints/operations";
import { acknowledgeIncident } from "./incidents/[id]/acknowledge/operations";
import { assignIncident } from "./incidents/[id]/assign/operations";
import { addIncidentNote } from "./incidents/[id]/notes/operations";
import { showIncident } from "./incidents/[id]/operations";
import { snoozeIncident } from "./incidents/[id]/snooze/operations";
import { unacknowledgeIncident } from "./incidents/[id]/unacknowledge/operations";
import { unsnoozeIncident } from "./incidents/[id]/unsnooze/operations";
import { listIncidents } from "./incidents/operations";
import { removeMachine } from "./machines/[host]/operations";
import { listMachines } from "./machines/operations";
import { removeMaintenance, showMaintenance, updateMaintenance } from "./maintenance/[id]/operations";
import { createMaintenance, listMaintenance } from "./maintenance/operations";
import { removeNotice, showNotice, updateNotice } from "./notices/[id]/operations";
import { changeNoticeUpdate, removeNoticeUpdate } from "./notices/[id]/updates/[update]/operations";
import { addNoticeUpdate } from "./notices/[id]/updates/operations";
import { createNotice, listNotices } from "./notices/operations";
import { describeApi } from "./openapi.json/operations";
import { removePage, showPage, updatePage } from "./pages/[slug]/operations";
import { removeSubscriber } from "./pages/[slug]/subscribers/[id]/operations";
import { listSubscribers } from "./pages/[slug]/subscribers/operations";
import { createPage, listPages } from "./pages/operations";
import { searchRuns } from "./runs/operations";
import { previewSchedule } from "./schedule/operations";
import { changeSentryDsn, showSentryDsn } from "./sentry_dsn/operations";
import { removeSnitch, showSnitch, updateSnitch } from "./snitches/[token]/operations";
import { pauseSnitch } from "./snitches/[token]/pause/operations";
import { replaySnitch } from "./snitches/[token]/replay/operations";
import { showRun } from "./snitches/[token]/runs/[id]/operations";
import { listRuns } from "./snitches/[token]/runs/operations";
import { removeTag } from "./snitches/[token]/tags/[tag]/operations";
import { addTags } from "./snitches/[token]/tags/operations";
import { unpauseSnitch } from "./snitches/[token]/unpause/operations";
import { createSnitch, listSnitches } from "./snitches/operations";
import { ensureSnitch } from "./snitches/slugs/[slug]/operations";
import { ensureSnitches } from "./snitches/slugs/operations";

/** Every operation of the API, in the order of the reference page. Each is described beside its route. */
export const OPERATIONS: Operation[] = [
  listSnitches,
  showSnitch,
  createSnitch,
  updateSnitch,
  ensureSnitch,
  ensureSnitches,
  replaySnitch,
  addTags,
  removeTag,
  pauseSnitch,
  unpauseSnitch,
  removeSnitch,
  listRuns,
  showRun,
  searchRuns,
  listIncidents,
  showIncident,
  acknowledgeIncident,
  unacknowledgeIncident,
  assignIncident,
  addIncidentNote,
  snoozeIncident,
  unsnoozeIncident,
  listHints,
  replaceHints,
  listPages,
  showPage,
  createPage,
  updatePage,
  removePage,
  readPublicPage,
  listBadges,
  createBadge,
  revokeBadge,
  listSubscribers,
  removeSubscriber,
  listNotices,
  showNotice,
  createNotice,
  updateNotice,
  removeNotice,
  addNoticeUpdate,
  changeNoticeUpdate,
  removeNoticeUpdate,
  listMachines,
  removeMachine,
  listMaintenance,
  showMaintenance,
  createMaintenance,
  updateMaintenance,
  removeMaintenance,
  listChannels,
  showChannel,
  createChannel,
  updateChannel,
  testChannel,
  removeChannel,
  previewSchedule,
  showConfiguration,
  planConfiguration,
  applyConfiguration,
  listApiKeys,
  createApiKey,
  changeApiKey,
  rotateApiKey,
  removeApiKey,
  listAuditEvents,
  showSentryDsn,
  changeSentryDsn,
  describeApi,
];
