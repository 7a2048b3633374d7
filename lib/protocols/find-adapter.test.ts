import fc from "fast-check";
import { expect, test } from "vitest";
import { heartbeat } from "./better-stack/heartbeat";
import { ping } from "./checkly/ping";
import { legacy } from "./cronitor/legacy";
import { putMonitors } from "./cronitor/put-monitors";
import { telemetry } from "./cronitor/telemetry";
import { findAdapter, healthchecksPing as healthchecks } from "./find-adapter";
import { externalEndpoint } from "./gatus/external-endpoint";
import { checkIn } from "./honeybadger/check-in";
import { ping as opsgenie } from "./opsgenie/ping";
import { sentry } from "./sentry/adapter";
import { push } from "./uptime-kuma/push";

const TOKEN = "c0ffee1234abcd56";
const UUID = "c0ffee12-34ab-8cd5-8600-746174746c65";
const KEY = "0123456789abcdef0123456789abcdef";

test.each([
  ["Uptime Kuma", `/api/push/${TOKEN}`, push],
  ["Better Stack", `/api/v1/heartbeat/${TOKEN}`, heartbeat],
  ["Better Stack, a failure", `/api/v1/heartbeat/${TOKEN}/fail`, heartbeat],
  ["Better Stack, an exit code", `/api/v1/heartbeat/${TOKEN}/1`, heartbeat],
  ["Checkly", `/heartbeats/ping/${UUID}`, ping],
  ["Gatus", "/api/v1/endpoints/core_job/external", externalEndpoint],
  ["Honeybadger", `/v1/check_in/${TOKEN}`, checkIn],
  ["Cronitor", `/p/${KEY}/nightly-backup`, telemetry],
  ["Cronitor, with a state", `/p/${KEY}/nightly-backup/run`, telemetry],
  ["Healthchecks", `/ping/${UUID}`, healthchecks],
  ["Healthchecks, a start", `/ping/${UUID}/start`, healthchecks],
  ["Healthchecks, by slug", `/ping/${KEY}/nightly-backup`, healthchecks],
  ["Healthchecks, a wrong key", "/ping/nobody/nightly-backup/1", healthchecks],
  ["Cronitor, for Kubernetes", `/ping/${KEY}/nightly-backup/complete`, healthchecks],
  ["Sentry", `/api/17/cron/nightly-backup/${KEY}`, sentry],
  ["Sentry, an envelope", "/api/17/envelope", sentry],
  ["Cronitor, the jobs of its agent", "/api/monitors", putMonitors],
  ["Opsgenie", "/opsgenie/v2/heartbeats/nightly-backup/ping", opsgenie],
  ["Opsgenie, for clients that take only a host", "/v2/heartbeats/nightly-backup/ping", opsgenie],
  ["Opsgenie, what is not a ping", "/opsgenie/v2/heartbeats/nightly-backup", opsgenie],
  ["Cronitor, older addresses", `/${TOKEN}/run`, legacy],
  ["Cronitor, older addresses", `/c/${TOKEN}/complete`, legacy],
])("the documented address of %s, %s, is taken, also with a slash at its end", (_, path, adapter) => {
  expect(findAdapter(path)).toBe(adapter);
  expect(findAdapter(`${path}/`)).toBe(adapter);
});

const token = fc.oneof(
  fc.stringMatching(/^[0-9a-f]{16}$/),
  fc.stringMatching(/^[0-9a-zA-Z]{20,32}$/),
  fc.uuid(),
  fc.uuid().map((uuid) => uuid.toUpperCase()),
);
const signal = fc.oneof(
  fc.constantFrom("", "/", "/start", "/success", "/fail", "/log"),
  fc.nat(255).map((n) => `/${n}`),
);

test("a check-in URL of ours is taken by no adapter, whatever form its token has", () => {
  fc.assert(
    fc.property(fc.constantFrom("", "/c"), token, signal, (folder, token, signal) => {
      expect(findAdapter(`${folder}/${token}${signal}`)).toBeNull();
    }),
    { numRuns: 2_000 },
  );
});

test("a check-in URL of ours below /ping or /p is taken by no adapter", () => {
  const folder = fc.constantFrom("ping", "p");
  fc.assert(
    fc.property(folder, fc.stringMatching(/^[0-9a-f]{16}$/), signal, (folder, token, signal) => {
      expect(findAdapter(`/${folder}/${token}${signal}`)).toBeNull();
    }),
  );
});

test("a folder that a proxy adds is taken by no adapter, unless it is one of theirs", () => {
  const folder = fc
    .stringMatching(/^[a-z][a-z0-9-]{1,12}$/)
    .filter((name) => !["ping", "p", "api", "v1", "heartbeats", "opsgenie"].includes(name));
  fc.assert(
    fc.property(folder, token, signal, (folder, token, signal) => {
      expect(findAdapter(`/${folder}/${token}${signal}`)).toBeNull();
    }),
  );
});

test.each(["/", "a/", "/p/", "ping/", "\0"])(
  "a path with a million times %j is read in linear time",
  (part) => {
    expect(findAdapter(`/p/${part.repeat(1_000_000)}`)).toBeNull();
  },
);
