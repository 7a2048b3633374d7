import { Document, Scalar, visit } from "yaml";
import { buildVariableName } from "./channel-attributes";
import { buildContent, type Existing, mapSections } from "./configuration";
import type { Fields } from "./file-input";
import { type Keyed, type NameVariable, sorted } from "./section";

export const FORMATS = ["yaml", "json"] as const;
export type Format = (typeof FORMATS)[number];

/** What `loadExisting` found, as a file; for an owner, only snitches. Lists are in the order of their keys. Nothing is stored. */
export function renderExisting(existing: Existing, format: Format): string {
  const { owner, theCase, pages } = existing;
  const nameVariable = nameVariables();
  // Also empty sections: one that is left out is left as it is, by --prune too.
  const sections = mapSections((section, key) =>
    owner && key !== "snitches" ? null : section.export(sorted<Keyed>(existing[key]), nameVariable),
  );
  const content = buildContent({ case: owner ? null : theCase.name, ...sections });
  return formatContent(content, format, warnOfLogos(pages));
}

const warnOfLogos = (pages: Existing["pages"]): string =>
  pages
    .flatMap(({ key, longLogos }) =>
      longLogos.map((name) => `# Too long for a file, and left as it is: ${key}.${name}\n`),
    )
    .sort()
    .join("");

const HEADER = `# Configuration of a case of Tattle. Apply it with: tattle apply FILE
# Secrets are not in this file: “env” names the environment variable of each.
`;

/** The content of a file as text. `warnings`: comments of YAML. */
export const formatContent = (content: Fields, format: Format, warnings = ""): string =>
  format === "json" ? `${JSON.stringify(content, null, 2)}\n` : HEADER + warnings + toYaml(content);

function toYaml(content: Fields): string {
  const document = new Document(content, { aliasDuplicateObjects: false });
  // As a block, the library writes blanks in the first line so that no reader finds them again.
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === "string" && /^\s/.test(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString({ lineWidth: 0 });
}

/** Each secret has a variable of its own. */
function nameVariables(): NameVariable {
  const names = new Set<string>();
  return (key, setting) => {
    const name = buildVariableName(key, setting);
    let free = name;
    for (let count = 2; names.has(free); count++) free = `${name}_${count}`;
    names.add(free);
    return free;
  };
}
