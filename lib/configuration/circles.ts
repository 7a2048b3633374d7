/** Keys, and the keys to which each of them leads. A key without an entry ends a path. */
type Graph = Map<string, string[]>;

/** The keys from which a path leads back to themselves, and those between two such paths. */
export function keysInCircles(parents: Graph): Set<string> {
  return new Set(withoutEnds(reversed(withoutEnds(parents))).keys());
}

/** What remains when the keys that lead nowhere are cut off, again and again. In linear time: a chain may have all the keys of a file. */
function withoutEnds(graph: Graph): Graph {
  const leadingTo = reversed(graph);
  const counts = new Map([...graph].map(([key, next]) => [key, next.filter((one) => graph.has(one)).length]));
  const ends = [...counts].flatMap(([key, count]) => (count === 0 ? [key] : []));
  // Those that become ends are added while they are cut off.
  for (const end of ends) {
    counts.delete(end);
    for (const key of leadingTo.get(end) ?? []) {
      const count = (counts.get(key) ?? 0) - 1;
      counts.set(key, count);
      if (count === 0) ends.push(key);
    }
  }
  return new Map(
    [...counts.keys()].map((key) => [key, (graph.get(key) ?? []).filter((one) => counts.has(one))]),
  );
}

function reversed(graph: Graph): Graph {
  const result: Graph = new Map([...graph.keys()].map((key) => [key, []]));
  for (const [key, next] of graph) for (const one of next) result.get(one)?.push(key);
  return result;
}
