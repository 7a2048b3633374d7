import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export type Licensed = { name: string; version: string; licence: string };

/** The installed packages with their licences, as each says itself, by name and version. */
export function listLicences(packages: string): Licensed[] {
  const list = listPackages(packages).flatMap((folder): Licensed | [] => {
    const { name, version, license, licenses } = JSON.parse(
      readFileSync(path.join(folder, "package.json"), "utf8"),
    );
    return name && version
      ? { name, version, licence: readLicence(license ?? licenses) ?? recognizeLicence(folder) }
      : [];
  });
  return [...new Map(list.map((each) => [`${each.name} ${each.version}`, each])).values()].sort(
    (a, b) => a.name.localeCompare(b.name, "en") || a.version.localeCompare(b.version, "en"),
  );
}

/** The folders of all packages in a folder of packages, and in theirs. */
function listPackages(packages: string): string[] {
  if (!existsSync(packages)) return [];
  return readdirSync(packages, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .flatMap(({ name }) => {
      const folder = path.join(packages, name);
      if (name.startsWith("@")) return listPackages(folder);
      const own = existsSync(path.join(folder, "package.json")) ? [folder] : [];
      return [...own, ...listPackages(path.join(folder, "node_modules"))];
    });
}

/** Old packages have an object, or a list of them. */
function readLicence(field: unknown): string | null {
  if (typeof field === "string") return field;
  if (Array.isArray(field)) return field.map(readLicence).join(" OR ");
  return field && typeof field === "object" && "type" in field ? String(field.type) : null;
}

/** Recognizes the license by its text: old versions of color-convert don't name it. */
function recognizeLicence(folder: string): string {
  const file = path.join(folder, "LICENSE");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return text.includes("Permission is hereby granted, free of charge") ? "MIT" : "see its files";
}

/** A document for people, in which each licence has its packages. */
export function writeLicences(packages: Licensed[]): string {
  const names = [...new Set(packages.map(({ licence }) => licence))].sort();
  const sections = names.map((licence) => {
    const of = packages.filter((each) => each.licence === licence);
    return `## ${licence}\n\n${of.map(({ name, version }) => `- ${name} ${version}`).join("\n")}\n`;
  });
  return `# Licences\n\nTattle itself is under the licence in LICENSE. It contains these packages, each with its licence in its folder below \`node_modules\`.\n\n${sections.join("\n")}`;
}
