import { rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as getMetrics } from "@/app/metrics/route";
import { metrics } from "@/lib/metrics/registry";
import { env } from "@/lib/platform/env";
import { openQueues, type Queues } from "@/lib/platform/queue";
import { aSnitch } from "@/testing/factories";
import { exposedMetrics, parseSelectors } from "@/testing/grafana/expressions";
import { type Dashboard, dashboards, listExpressions, rules } from "@/testing/grafana/files";
import { aClient } from "@/testing/requests";
import { type ServerProcess, startCheckInServer, startWorker } from "@/testing/server-process";
import { registerGauges } from "@/worker/gauges";

const TOKEN = "a-token-of-this-test";
const DATA = path.resolve(".data", "test", `grafana-${process.pid}`);

/** The names of metrics that each process exposes, and the labels of all of them. */
let exposed: Map<string, Set<string>>;
let ofACase: Map<string, Set<string>>;
let processes: ServerProcess[] = [];
let queues: Queues | undefined;

beforeAll(async () => {
  process.env.METRICS_TOKEN = TOKEN;
  env.METRICS_TOKEN = TOKEN;
  const databaseUrl = process.env.DATABASE_URL ?? "";
  processes = await Promise.all([
    startCheckInServer({ databaseUrl, dataDir: DATA }),
    startWorker({ DATABASE_URL: databaseUrl, DATA_DIR: DATA }),
  ]);
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const responses = await Promise.all([
    getMetrics(new Request("http://localhost:3000/metrics", { headers })),
    ...processes.map(({ url }) => fetch(`${url}/metrics`, { headers })),
  ]);
  const texts = await Promise.all(responses.map((response) => response.text()));
  // Labels that have no value yet are in no text, so they are read where they are declared: this process registers the same.
  queues = openQueues({ databaseUrl });
  registerGauges(queues);
  exposed = exposedMetrics(texts, metrics.registry.getMetricsAsArray());
  ofACase = exposedMetrics([await metricsOfACase()], []);
});

afterAll(async () => {
  delete process.env.METRICS_TOKEN;
  env.METRICS_TOKEN = undefined;
  await Promise.all(processes.map((process) => process.signal("SIGTERM")));
  await queues?.close();
  await rm(DATA, { recursive: true, force: true });
});

/** The response of `/v1/metrics` for a case whose snitches have a value for every metric. */
async function metricsOfACase(): Promise<string> {
  const { theCase, get } = await aClient();
  const { token } = await aSnitch({ caseId: theCase.id, status: "healthy", tags: ["db"] });
  const [checkIn] = processes;
  for (const signal of ["start", "success"]) await fetch(`${checkIn?.url}/${token}/${signal}`);
  return (await get("/v1/metrics")).text();
}

/** Prometheus adds them to whatever it scrapes. */
const ADDED = ["job", "instance"];
/** Prometheus makes them itself. */
const OWN = new Map([["up", new Set(ADDED)]]);

/** What an expression names and nothing exposes. */
function unknownIn(expression: string, known: Map<string, Set<string>>): string[] {
  const { selectors, groupedBy, errors } = parseSelectors(expression);
  const unknown = errors.map((at) => `cannot be parsed: ${at}`);
  for (const { name, labels } of selectors) {
    const has = OWN.get(name) ?? known.get(name);
    if (!has) unknown.push(name);
    unknown.push(...labels.filter((label) => has && !has.has(label) && !ADDED.includes(label)));
  }
  const all = new Set(selectors.flatMap(({ name }) => [...(known.get(name) ?? OWN.get(name) ?? [])]));
  return [...unknown, ...groupedBy.filter((label) => !all.has(label) && !ADDED.includes(label))];
}

test("every expression for an installation names only metrics and labels that its processes expose", () => {
  const expressions = [
    ...listExpressions(dashboards["installation.json"] as Dashboard),
    ...rules.map(({ expr }) => expr),
  ];
  expect(expressions.length).toBeGreaterThan(50);
  expect(expressions.flatMap((expression) => unknownIn(expression, exposed))).toEqual([]);
});

test("every expression for a case names only metrics and labels of /v1/metrics", () => {
  const dashboard = dashboards["case.json"] as Dashboard;
  const variables = dashboard.templating.list.flatMap(({ definition }) => {
    const [, metric = "", label = ""] = /^label_values\((\w+), (\w+)\)$/.exec(definition ?? "") ?? [];
    return metric ? `sum by (${label}) (${metric})` : [];
  });
  expect(variables).toHaveLength(1);
  const expressions = [...listExpressions(dashboard), ...variables];
  expect(expressions.length).toBeGreaterThan(10);
  expect(expressions.flatMap((expression) => unknownIn(expression, ofACase))).toEqual([]);
});

test("every metric of Tattle is on a dashboard", () => {
  const namesIn = (dashboard: Dashboard | undefined) =>
    new Set(
      listExpressions(dashboard as Dashboard).flatMap((expression) =>
        parseSelectors(expression).selectors.map(({ name }) => name),
      ),
    );
  const listMissing = (metrics: string[], shown: Set<string>) =>
    metrics
      .filter((name) => name.startsWith("tattle_") && !/_(sum|count|bucket)$/.test(name))
      .filter((name) => ![name, `${name}_bucket`, `${name}_count`].some((one) => shown.has(one)));
  expect(listMissing([...exposed.keys()], namesIn(dashboards["installation.json"]))).toEqual([]);
  expect(listMissing([...ofACase.keys()], namesIn(dashboards["case.json"]))).toEqual([]);
});

test.each([
  ["sum(tattle_no_such_metric)", ["tattle_no_such_metric"]],
  ['tattle_outbox_pending{sort="email"}', ["sort"]],
  ["sum by (sort) (tattle_outbox_pending)", ["sort"]],
  ["rate(tattle_check_ins_total[5m]", [expect.stringContaining("cannot be parsed")]],
  ["max by (kind) (tattle_outbox_pending) > 3", []],
  ["histogram_quantile(0.5, sum by (le) (rate(tattle_check_in_batch_size_bucket[$__rate_interval])))", []],
])("a wrong name in an expression is found: %s", (expression, unknown) => {
  expect(unknownIn(expression, exposed)).toEqual(unknown);
});
