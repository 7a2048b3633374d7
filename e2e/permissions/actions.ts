import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

export type Action = { id: string; name: string; page: string };

/** Every server action of the running build, with a page that it can be called from. */
export function listActions(): Action[] {
  const manifest = JSON.parse(
    readFileSync(path.join(build(), "server/server-reference-manifest.json"), "utf8"),
  );
  const actions: Record<string, { workers: object; filename: string; exportedName: string }> = manifest.node;
  return Object.entries(actions).map(([id, { workers, filename, exportedName }]) => ({
    id,
    name: `${filename}#${exportedName}`,
    page: toRoute(Object.keys(workers)[0] ?? ""),
  }));
}

/** “app/(dashboard)/[caseId]/page” is at “/[caseId]”. */
export const toRoute = (file: string) =>
  file
    .replace(/^app/, "")
    .replace(/\/\([^)]+\)/g, "")
    .replace(/\/(page|route)(\.tsx?)?$/, "") || "/";

/** The folder of the latest build: `npm start` keeps one for each state of the sources. */
function build(): string {
  const builds = readdirSync(".next")
    .filter((name) => /^[\da-f]{12}$/.test(name))
    .map((name) => path.join(".next", name))
    .filter((folder) => statSync(path.join(folder, "complete"), { throwIfNoEntry: false }));
  const times = new Map(builds.map((folder) => [folder, statSync(path.join(folder, "complete")).mtimeMs]));
  const [latest] = builds.sort((one, other) => (times.get(other) ?? 0) - (times.get(one) ?? 0));
  if (!latest) throw new Error("There is no build in .next: the walk goes over what `npm start` serves.");
  return latest;
}

/** Encodes the arguments of an action as React does: a list, and the form next to it. */
export function buildBody(args: unknown[], form?: Record<string, string>): FormData {
  const body = new FormData();
  for (const [field, value] of Object.entries(form ?? {})) body.set(`_1_${field}`, value);
  body.set("0", JSON.stringify(form ? [...args, "$K1"] : args));
  return body;
}
