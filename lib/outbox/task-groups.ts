type Task = { id: string; concurrency: number; run: () => Promise<void> };

/** The tasks of everyone, of an account, of a case or of a webhook. Only a webhook has tasks of its own. */
export type Group = {
  key: string;
  running: number;
  waiting: number;
  groups: Map<string, Group>;
  tasks: Task[];
};

/** A webhook and the groups that it belongs to, from the largest to the smallest. */
export type Path = [all: Group, account: Group, theCase: Group, webhook: Group];

export const newGroup = (key: string): Group => ({
  key,
  running: 0,
  waiting: 0,
  groups: new Map(),
  tasks: [],
});

/** The group with this key within another. Made if it is missing. */
export function groupIn(parent: Group, key: string): Group {
  const group = parent.groups.get(key) ?? newGroup(key);
  parent.groups.set(key, group);
  return group;
}

/**
 * The groups within a group that have waiting tasks. Those with the fewest running are first; among equals, those whose last
 * turn was earliest.
 */
export function* byRunning({ groups }: Group): Generator<Group> {
  const waiting = [...groups.values()].filter((group) => group.waiting > 0);
  const fewest = Math.min(...waiting.map(({ running }) => running));
  const first = waiting.find(({ running }) => running === fewest);
  if (!first) return;
  yield first;
  // Usually the first may start, and this is never reached.
  yield* waiting.filter((group) => group !== first).sort((a, b) => a.running - b.running);
}

/** The webhook that has the most waiting tasks, in the case and the account that have the most. */
export function mostWaiting(all: Group): Path {
  const account = largest(all);
  const theCase = largest(account);
  return [all, account, theCase, largest(theCase)];
}

function largest({ groups }: Group): Group {
  const [first, ...others] = groups.values();
  if (!first) throw new Error("A group with waiting tasks has groups.");
  return others.reduce((most, group) => (group.waiting > most.waiting ? group : most), first);
}

/** Makes each group the last within its parent to have a turn. */
export function moveToEnd(path: Path): void {
  for (const [i, group] of path.entries()) {
    const siblings = path[i - 1]?.groups;
    siblings?.delete(group.key);
    siblings?.set(group.key, group);
  }
}

/** Forgets the groups of a path that have no task anymore. */
export function removeEmpty(path: Path): void {
  for (const [i, group] of path.entries())
    if (group.running + group.waiting === 0) path[i - 1]?.groups.delete(group.key);
}
