import { parser } from "@prometheus-io/lezer-promql";

/** A metric that an expression asks for, and the labels that it filters by. */
type Selector = { name: string; labels: string[] };

/** What a PromQL expression names. `errors`: the pieces that are not PromQL. */
type Named = { selectors: Selector[]; groupedBy: string[]; errors: string[] };

/** Grafana puts a duration here before Prometheus sees the expression. */
const INTERVAL = /\$__rate_interval|\$__interval|\$__range/g;

/** The metrics and labels that a PromQL expression of a dashboard or a rule names. */
export function parseSelectors(expression: string): Named {
  const text = expression.replace(INTERVAL, "5m");
  const names: Named = { selectors: [], groupedBy: [], errors: [] };
  parser.parse(text).iterate({
    enter({ type, from, to, node }) {
      const part = text.slice(from, to);
      if (type.isError) names.errors.push(text.slice(from) || "the end");
      if (type.name === "VectorSelector") names.selectors.push({ name: "", labels: [] });
      const selector = names.selectors.at(-1);
      if (type.name === "Identifier" && node.parent?.name === "VectorSelector" && selector)
        selector.name = part;
      if (type.name !== "LabelName") return;
      if (node.parent?.name === "GroupingLabels") names.groupedBy.push(part);
      else selector?.labels.push(part);
    },
  });
  return names;
}

type Declared = { name: string; labelNames?: string[] };

/**
 * The metrics in texts of Prometheus' format, with their labels: those of their samples, and those that are declared. A
 * histogram is three metrics.
 */
export function exposedMetrics(texts: string[], declared: object[]): Map<string, Set<string>> {
  const labelsOf = new Map<string, Set<string>>();
  const add = (name: string, labels: string[]) =>
    labelsOf.set(name, new Set([...(labelsOf.get(name) ?? []), ...labels]));
  const lines = texts.flatMap((text) => text.split("\n"));
  for (const line of lines) {
    const [, name, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (!name) continue;
    add(name, []);
    if (type === "histogram") for (const part of ["bucket", "sum", "count"]) add(`${name}_${part}`, []);
    if (type === "histogram") add(`${name}_bucket`, ["le"]);
  }
  for (const line of lines) {
    const [, name, labels = ""] = /^([a-z]\w*)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    if (name)
      add(
        name,
        [...labels.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)].map(([, label = ""]) => label),
      );
  }
  for (const { name, labelNames = [] } of declared as Declared[])
    for (const one of [name, `${name}_bucket`, `${name}_sum`, `${name}_count`])
      if (labelsOf.has(one)) add(one, labelNames);
  return labelsOf;
}
