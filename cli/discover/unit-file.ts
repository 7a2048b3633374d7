/** A unit of systemd: the values of each setting, by section and name. */
export type UnitFile = Map<string, string[]>;

/**
 * Reads a unit and its drop-ins, in this order. A setting that is given again is added, and one that is given without a value
 * forgets what came before.
 */
export function parseUnitFile(texts: string[]): UnitFile {
  const settings: UnitFile = new Map();
  for (const text of texts) {
    let section = "";
    for (const line of logicalLines(text)) {
      const [, header] = /^\[(.+)\]$/.exec(line) ?? [];
      if (header) section = header;
      const [, name, value = ""] = /^([A-Za-z0-9]+)\s*=\s*(.*)$/.exec(line) ?? [];
      if (!name) continue;
      const key = `${section}.${name}`;
      settings.set(key, value === "" ? [] : [...(settings.get(key) ?? []), value]);
    }
  }
  return settings;
}

/** Without comments. A backslash at its end continues a line, over comments, too. */
function logicalLines(text: string): string[] {
  const lines: string[] = [];
  let begun = "";
  for (const written of text.split("\n")) {
    const line = written.trim();
    if (line === "" ? begun === "" : /^[#;]/.test(line)) continue;
    if (line.endsWith("\\")) {
      begun += `${line.slice(0, -1).trimEnd()} `;
      continue;
    }
    lines.push((begun + line).trim());
    begun = "";
  }
  return begun ? [...lines, begun.trim()] : lines;
}

/** The last value of a setting: it is the one that counts where only one is allowed. */
export const lastValue = (unit: UnitFile, key: string): string | null => unit.get(key)?.at(-1) ?? null;

export const isTrue = (value: string | null) => /^(1|y|yes|t|true|on)$/i.test(value ?? "");
