import type { StoredPage } from "@/lib/status-pages/find-page";
import { groupComponents } from "@/lib/status-pages/group-components";

/** A component as a line of the form: `Name`, `Name = snitch` or `Name = #tag`. */
export type ComponentText = { name: string; snitch?: string; tag?: string };
export type GroupText = { name: string; components: ComponentText[] };

const LINE = /^(?<name>.*?)\s+=\s+(?<subject>.*)$/;

/** The groups of a text, which begin with `# Name`. */
export function readGroups(text: string): GroupText[] {
  const groups = new Map<string, GroupText>();
  let current = "";
  for (const line of text.split(/\r?\n/).flatMap((each) => each.trim() || [])) {
    if (line.startsWith("# ")) current = line.slice(2).trim();
    else {
      const group = groups.get(current) ?? { name: current, components: [] };
      groups.set(current, group);
      group.components.push(readComponent(line));
    }
  }
  return [...groups.values()];
}

function readComponent(line: string): ComponentText {
  const { name = line, subject = "" } = LINE.exec(line)?.groups ?? {};
  if (subject.startsWith("#")) return { name, tag: subject.slice(1) };
  return subject === "" ? { name } : { name, snitch: subject };
}

type Component = Pick<StoredPage["components"][number], "groupName" | "name" | "snitch" | "tag">;

/** The same lines of the components of a page, with the names of their jobs inside the case. */
export const writeGroups = (components: Component[]): string =>
  groupComponents(components, ({ groupName }) => groupName)
    .flatMap(({ name, components }, i) => [
      ...(name === "" && i === 0 ? [] : [`# ${name}`]),
      ...components.map(writeComponent),
    ])
    .join("\n");

function writeComponent({ name, snitch, tag }: Component): string {
  if (snitch) return `${name} = ${snitch.name} (${snitch.token})`;
  return tag === null ? name : `${name} = #${tag}`;
}

/** The links of a text, a line each: `Name = address`. */
export const readLinks = (text: string): { name: string; url: string }[] =>
  text.split(/\r?\n/).flatMap((line) => {
    if (line.trim() === "") return [];
    const { name = "", subject: url = line } = LINE.exec(line.trim())?.groups ?? {};
    return [{ name, url: url.trim() }];
  });

export const writeLinks = (links: { name: string; url: string }[]): string =>
  links.map(({ name, url }) => `${name} = ${url}`).join("\n");
