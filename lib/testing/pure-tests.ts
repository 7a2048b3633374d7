import { readdirSync } from "node:fs";

/** Folders of pure rules and of components that are only given data. */
const FOLDERS = ["components", "lib/rules", "lib/channel-kinds", "lib/http"];

/** Tests in these folders that start programs, open many connections, or replace modules. */
const NOT_PURE = [
  "components/snitches/cause.test.tsx",
  "components/snitches/protocol-addresses.test.ts",
  "components/snitches/run-snippets.test.ts",
  "components/snitches/snippets.test.ts",
  "components/snitches/timeline.test.tsx",
  "lib/http/body-collector.test.ts",
  "lib/http/client-address-from.test.ts",
  "lib/http/client-errors.test.ts",
];

/** Pure tests in folders where others need a database. */
const OTHERS = [
  "app/(account)/safe-redirect.test.ts",
  "app/(board)/[caseId]/board/headline.test.ts",
  "app/(dashboard)/[caseId]/alerting-form.test.ts",
  "app/(dashboard)/[caseId]/filters.test.ts",
  "app/(dashboard)/[caseId]/incidents/snooze-form.test.ts",
  "app/(dashboard)/[caseId]/maintenance/maintenance-form.test.ts",
  "app/(dashboard)/[caseId]/run-form.test.ts",
  "app/(dashboard)/[caseId]/schedule-form.test.ts",
  "app/(dashboard)/[caseId]/settings/audit/facts.test.ts",
  "app/(dashboard)/[caseId]/snitches/[token]/pause-form.test.ts",
  "app/(dashboard)/[caseId]/snitches/[token]/replay/replay-words.test.ts",
  "app/(dashboard)/[caseId]/snitches/[token]/same-words.test.tsx",
  "app/(dashboard)/[caseId]/sorting.test.ts",
  "app/(dashboard)/[caseId]/webhooks/route-words.test.ts",
  "app/(dashboard)/account/browser-in-words.test.ts",
  "app/(dashboard)/operator/heartbeats/heartbeat-setup.test.tsx",
  "app/(dashboard)/outbox/query.test.ts",
  "app/actions/form-result.test.ts",
  "app/manifest.test.ts",
  "app/words.test.ts",
  "bench/history.test.ts",
  "docs/documents.test.ts",
  "lib/cases/confirmation-limits.test.ts",
  "lib/cases/plan-words.test.ts",
  "lib/cases/roles.test.ts",
  "lib/channels/channel-form.test.ts",
  "lib/channels/post.test.ts",
  "lib/channels/proof.test.ts",
  "lib/channels/public-address.test.ts",
  "lib/channels/resolve.test.ts",
  "lib/channels/state.test.ts",
  "lib/channels/status-url.test.ts",
  "lib/channels/system-names.test.ts",
  "lib/channels/target.test.ts",
  "lib/check-ins/journal/file-name.test.ts",
  "lib/check-ins/journal/line.test.ts",
  "lib/check-ins/local-rate-limit.test.ts",
  "lib/check-ins/rate-limit.test.ts",
  "lib/check-ins/url.test.ts",
  "lib/configuration/circles.test.ts",
  "lib/configuration/file.test.ts",
  "lib/health/write-check.test.ts",
  "lib/imports/healthchecks/map.test.ts",
  "lib/imports/kuma/notification.test.ts",
  "lib/imports/plan.test.ts",
  "lib/imports/sources.test.ts",
  "lib/mail/resend-event.test.ts",
  "lib/mail/settings.test.ts",
  "lib/mail/templates/alert.test.ts",
  "lib/mail/templates/format.test.ts",
  "lib/mail/templates/render.test.ts",
  "lib/mail/templates/run-lead.test.ts",
  "lib/mail/templates/transactional.test.ts",
  "lib/monitoring/server-change.test.ts",
  "lib/outbox/backoff.test.ts",
  "lib/outbox/fair-queue.test.ts",
  "lib/outbox/share-queries.test.ts",
  "lib/platform/db-errors.test.ts",
  "lib/platform/encrypt.test.ts",
  "lib/platform/env.test.ts",
  "lib/protocols/cronitor/parse-event.test.ts",
  "lib/protocols/email/html-text.test.ts",
  "lib/protocols/email/parse-address.test.ts",
  "lib/protocols/email/read-message.test.ts",
  "lib/protocols/gatus/parse-duration.test.ts",
  "lib/protocols/healthchecks/management/changes.test.ts",
  "lib/protocols/sentry/changes-settings.test.ts",
  "lib/protocols/sentry/dsn.test.ts",
  "lib/protocols/sentry/envelope.test.ts",
  "lib/protocols/sentry/monitor-check-in.test.ts",
  "lib/protocols/sentry/monitor-config.test.ts",
  "lib/protocols/uuid.test.ts",
  "lib/snitches/copy-name.test.ts",
  "lib/snitches/input.test.ts",
  "lib/snitches/metrics.test.ts",
  "lib/users/known-browser.test.ts",
  "prisma/seed/demo-jobs.test.ts",
  "prisma/seed/demo-schedule.test.ts",
  "prisma/seed/simulate.test.ts",
  "worker/repeat.test.ts",
];

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`);

/**
 * The files, relative to the root, of tests that use no database and no program, and import no module that remembers anything.
 * They share a process: a process and a database for each would take longer than its tests.
 */
export const listPureTests = (): string[] => [
  ...FOLDERS.flatMap(filesIn).filter((file) => /\.test\.tsx?$/.test(file) && !NOT_PURE.includes(file)),
  ...OTHERS,
];
