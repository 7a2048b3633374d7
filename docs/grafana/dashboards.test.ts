import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { dashboards, read, rules } from "@/testing/grafana/files";

/** Grafana puts the data source here that the reader has chosen. */
const SOURCE = ["$", "{datasource}"].join("");

describe.each(Object.entries(dashboards))("%s", (_, { uid, title, schemaVersion, panels, templating }) => {
  test("has what Grafana 11 needs to load it", () => {
    expect(schemaVersion).toBeGreaterThanOrEqual(39);
    expect(uid).toMatch(/^[\w-]{1,40}$/);
    expect(title).toBeTruthy();
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(templating.list[0]).toMatchObject({ name: "datasource", type: "datasource", query: "prometheus" });
  });

  test("asks the data source that its variable names, and each panel but a heading asks something", () => {
    for (const { type, datasource, targets = [] } of panels.filter(({ type }) => type !== "row")) {
      expect([type, targets.length > 0]).toEqual([type, true]);
      for (const source of [datasource, ...targets.map((target) => target.datasource)])
        expect(source).toEqual({ type: "prometheus", uid: SOURCE });
    }
  });

  test("has panels that lie within the grid and do not overlap", () => {
    for (const [i, { title, gridPos: one }] of panels.entries()) {
      expect([title, one.x >= 0 && one.x + one.w <= 24 && one.w > 0 && one.h > 0]).toEqual([title, true]);
      const overlapping = panels
        .slice(i + 1)
        .filter(
          ({ gridPos: other }) =>
            one.x < other.x + other.w &&
            other.x < one.x + one.w &&
            one.y < other.y + other.h &&
            other.y < one.y + one.h,
        );
      expect([title, overlapping.map((panel) => panel.title)]).toEqual([title, []]);
    }
  });
});

test("every rule says how bad it is, what happens and what to do, and has a test in alerts.test.yml", () => {
  const tests = read("alerts.test.yml");
  for (const { alert, labels, annotations } of rules) {
    expect(["critical", "warning", "info"]).toContain(labels.severity);
    expect(annotations.summary).not.toMatch(/\.$/);
    expect(annotations.description).toMatch(/\.$/);
    expect(tests).toContain(`alertname="${alert}",severity="${labels.severity}"`);
  }
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});

const run = promisify(execFile);
const hasPromtool = await run("promtool", ["--version"]).then(
  () => true,
  () => false,
);

test.skipIf(!hasPromtool)(
  "Prometheus loads the rules, and each alerts when it should and at no other time (needs promtool)",
  async () => {
    await run("promtool", ["check", "rules", "docs/grafana/alerts.yml"]);
    await run("promtool", ["test", "rules", "docs/grafana/alerts.test.yml"]);
  },
);
