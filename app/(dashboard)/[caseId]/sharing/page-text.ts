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

export const writeGroups = (groups: GroupText[]): string =>
  groups
    .flatMap(({ name, components }, i) => [
      ...(name === "" && i === 0 ? [] : [`# ${name}`]),
      ...components.map(writeComponent),
    ])
    .join("\n");

const writeComponent = ({ name, snitch, tag }: ComponentText): string =>
  snitch === undefined ? (tag === undefined ? name : `${name} = #${tag}`) : `${name} = ${snitch}`;

/** The links of a text, a line each: `Name = address`. */
export const readLinks = (text: string): { name: string; url: string }[] =>
  text.split(/\r?\n/).flatMap((line) => {
    if (line.trim() === "") return [];
    const { name = "", subject: url = line } = LINE.exec(line.trim())?.groups ?? {};
    return [{ name, url: url.trim() }];
  });

export const writeLinks = (links: { name: string; url: string }[]): string =>
  links.map(({ name, url }) => `${name} = ${url}`).join("\n");
