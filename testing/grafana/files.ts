import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";

/** The text of a file of docs/grafana. */
export const read = (name: string) => readFileSync(path.join("docs/grafana", name), "utf8");

export type Panel = {
  id: number;
  title: string;
  type: string;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource?: { type: string; uid: string };
  targets?: { expr: string; datasource: { uid: string } }[];
};
export type Dashboard = {
  uid: string;
  title: string;
  schemaVersion: number;
  panels: Panel[];
  templating: { list: { name: string; type: string; query: unknown; definition?: string }[] };
};
export type Rule = {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
};

/** The dashboards, by file name. */
export const dashboards: Record<string, Dashboard> = {
  "installation.json": JSON.parse(read("installation.json")),
  "case.json": JSON.parse(read("case.json")),
};
/** The rules of alerts.yml. */
export const rules: Rule[] = parse(read("alerts.yml")).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
);

/** What the panels of a dashboard ask. */
export const listExpressions = (dashboard: Dashboard) =>
  dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
