const CLOCK = String.raw`(?:performance|Date)\.now\(\)`;
/** What grows while the machine is busy, no matter who measures it. The clock without a constant is an earlier instant. */
const MEASURED = new RegExp(
  String.raw`${CLOCK}\s*-(?!\s*(?:\d|[A-Z][A-Z_\d]*\b))|\bprocess\.cpuUsage\(|\bhrtime\b|\bmsSince\w*\(|\b(?:\w*[lL]ags?|\w*[lL]atenc\w+|\w*[eE]lapsed\w*|took\w*)\b`,
);
const NAME = /[A-Za-z_$][\w$]*/g;
const CLOSING: Record<string, string> = { "(": ")", "[": "]", "{": "}" };

/**
 * The comparisons of a test that fail on a busy machine: those that hold an elapsed time from above, and those that want an
 * instant to be further away than so long. Knows the names that hold elapsed times, but neither types nor scopes.
 */
export function clockLimits(source: string): string[] {
  const text = withoutText(source);
  const declared = listDeclarations(text);
  const moments = new Set(
    declared.flatMap(({ names, value }) =>
      new RegExp(`^(?:${CLOCK}|new Date\\(\\))$`).test(value.trim()) ? names : [],
    ),
  );
  const elapsed = new Set<string>();
  const isElapsed = (part: string): boolean =>
    MEASURED.test(part) ||
    namesIn(part).some((name) => elapsed.has(name)) ||
    [...part.matchAll(/-\s*([A-Za-z_$][\w$]*)\b(?!\s*\()/g)].some(([, name = ""]) => moments.has(name)) ||
    (part.includes("Math.abs(") &&
      (new RegExp(CLOCK).test(part) || namesIn(part).some((name) => moments.has(name))));
  for (let before = -1; before !== elapsed.size; ) {
    before = elapsed.size;
    for (const { names, value } of declared)
      if (isElapsed(value)) for (const name of names) elapsed.add(name);
  }
  const isFarther = (part: string) => new RegExp(`-\\s*${CLOCK}`).test(part);
  return listExpectations(text).flatMap(({ subject, matcher, limit, whole }) => {
    const isBelow = /^toBe(?:LessThan(?:OrEqual)?|CloseTo)$/.test(matcher);
    const isAbove = /^toBeGreaterThan(?:OrEqual)?$/.test(matcher);
    const fails =
      (isBelow && isElapsed(subject)) ||
      (isAbove && (isFarther(subject) || isElapsed(limit) || new RegExp(`(?<!-\\s*)${CLOCK}`).test(limit))) ||
      (/\s<=?\s/.test(subject) && isElapsed(subject));
    return fails ? [whole] : [];
  });
}

/** The source without comments and without what quotes contain. */
const withoutText = (source: string) =>
  source.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?<!:)\/\/.*|\/\*[\s\S]*?\*\//g, (part) =>
    part.startsWith("/") ? "" : '""',
  );

const namesIn = (part: string) => part.match(NAME) ?? [];

/** Where the bracket at this place is closed. */
function closingOf(text: string, start: number): number {
  const open: string[] = [];
  for (let i = start; i < text.length; i += 1) {
    const character = text[i] ?? "";
    if (CLOSING[character]) open.push(CLOSING[character]);
    else if (character === open.at(-1)) open.pop();
    if (open.length === 0) return i;
  }
  return text.length - 1;
}

/** Where the expression that begins here ends: before a semicolon, a comma or a bracket that closes what is around it. */
function endOf(text: string, start: number): number {
  for (let i = start; i < text.length; i += 1) {
    const character = text[i] ?? "";
    if (CLOSING[character]) i = closingOf(text, i);
    else if (";)]}".includes(character)) return i;
  }
  return text.length;
}

type Declaration = { names: string[]; value: string };

/** What gives names a value: declarations, functions, assignments, and additions to a list. */
function listDeclarations(text: string): Declaration[] {
  const assigned = [
    ...text.matchAll(/(?<![=!<>.\w])([\w$]+|\[[^[\]=]*\]|\{[^{}=]*\})(?::[^=;()]*)?\s*[+]?=(?![=>])/g),
  ].map((match) => {
    const start = match.index + match[0].length;
    return { names: namesIn(match[1] ?? ""), value: text.slice(start, endOf(text, start)) };
  });
  const functions = [...text.matchAll(/\bfunction\s+([\w$]+)/g)].map((match) => {
    const afterArguments = closingOf(text, text.indexOf("(", match.index));
    const body = text.indexOf("{", afterArguments);
    return { names: [match[1] ?? ""], value: text.slice(body, closingOf(text, body)) };
  });
  const pushed = [...text.matchAll(/([\w$]+)(?:\??\.[\w$]+)*\??\.push\(/g)].map((match) => {
    const start = match.index + match[0].length - 1;
    return { names: [match[1] ?? ""], value: text.slice(start, closingOf(text, start)) };
  });
  return [...assigned, ...functions, ...pushed];
}

type Expectation = { subject: string; matcher: string; limit: string; whole: string };

function listExpectations(text: string): Expectation[] {
  return [...text.matchAll(/\bexpect(?:\s*\.\w+)?\s*\(/g)].flatMap((match) => {
    const start = match.index + match[0].length - 1;
    const end = closingOf(text, start);
    const chained = /^\s*(?:\.\w+\s*)*?\.(\w+)\s*\(/.exec(text.slice(end + 1));
    if (!chained) return [];
    const limitStart = end + chained[0].length;
    const limitEnd = closingOf(text, limitStart);
    return [
      {
        subject: text.slice(start + 1, end),
        matcher: chained[1] ?? "",
        limit: text.slice(limitStart + 1, limitEnd),
        whole: text.slice(match.index, limitEnd + 1),
      },
    ];
  });
}
