const CHARACTERS: Record<string, string> = { amp: "&", apos: "'", gt: ">", lt: "<", quot: '"' };

/** The texts of all elements of this name that contain only text. S3 responds with XML as simple as that. */
export const parseTexts = (xml: string, element: string): string[] =>
  [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, "g"))].map(([, text = ""]) =>
    unescaped(text),
  );

const unescaped = (text: string) =>
  text.replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
    (reference, hex?: string, decimal?: string, name = "") =>
      hex || decimal
        ? String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal))
        : (CHARACTERS[name] ?? reference),
  );
