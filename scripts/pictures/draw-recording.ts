import { StringDecoder } from "node:string_decoder";

/** What a terminal showed: each line with the moment at which it was complete, in milliseconds since the recording began. */
export type Recording = { text: string; atMs: number }[];

const MAX_PAUSE_MS = 2_500;
const SHOWN_AT_END_MS = 6_000;
const SIZE = { rows: 26, columns: 110, line: 18, character: 7.83, edge: 16 };
const COLOURS: Record<string, string> = { "31": "#ff8a80", "32": "#7ee2a8", "33": "#f2c55c", "2": "#9aa4b2" };

/**
 * The recording of util-linux' `script`, from its log of output and its log of timing, of which each line has the seconds since the previous one
 * and a count of bytes. Pauses are cut to 2.5 seconds.
 */
export function readRecording(output: Buffer, timing: string): Recording {
  const lines: Recording = [];
  const decoder = new StringDecoder();
  let [atMs, position, text] = [0, 0, ""];
  for (const entry of timing.trim().split("\n")) {
    const [seconds = 0, bytes = 0] = entry.split(" ").map(Number);
    atMs += Math.min(seconds * 1_000, MAX_PAUSE_MS);
    const parts = decoder
      .write(output.subarray(position, position + bytes))
      .replaceAll("\r", "")
      .split("\n");
    position += bytes;
    for (const [i, part] of parts.entries()) {
      if (i > 0) lines.push({ text, atMs });
      text = i > 0 ? part : text + part;
    }
  }
  return lines;
}

/** A picture of a terminal in which the lines of a recording appear when they did, again and again. Who wants no motion sees the last lines. */
export function drawRecording(recording: Recording, title: string): string {
  const { rows, columns, line, character, edge } = SIZE;
  const totalMs = (recording.at(-1)?.atMs ?? 0) + SHOWN_AT_END_MS;
  const percent = (ms: number) => `${((100 * ms) / totalMs).toFixed(2)}%`;
  const width = Math.ceil(columns * character + 2 * edge);
  const height = rows * line + 2 * edge;
  const scroll = (i: number) => `transform:translateY(${-line * Math.max(0, i - rows)}px)`;
  const steps = recording.flatMap(({ atMs }, i) => (i >= rows ? [`${percent(atMs)}{${scroll(i + 1)}}`] : []));
  const appear = recording.map(
    ({ atMs }, i) =>
      `@keyframes l${i}{0%{opacity:0}${percent(atMs)}{opacity:1}to{opacity:1}}#l${i}{animation-name:l${i}}`,
  );
  const lines = recording.map(
    ({ text }, i) => `<text id="l${i}" y="${(i + 1) * line}">${drawLine(text.slice(0, 2 * columns))}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(title)}">
<style>svg{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}text{fill:#e6e9ee;white-space:pre}g{${scroll(recording.length)}}
@media(prefers-reduced-motion:no-preference){g,text{animation:${totalMs}ms infinite step-end}g{animation-name:scroll}
@keyframes scroll{0%{transform:none}${steps.join("")}to{${scroll(recording.length)}}}
${appear.join("\n")}}</style>
<rect width="100%" height="100%" rx="10" fill="#14171c"/>
<svg x="${edge}" y="${edge}" width="${width - 2 * edge}" height="${rows * line + 4}"><g>
${lines.join("\n")}
</g></svg></svg>
`;
}

const escapeXml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** A line with the colours that it commands; the other commands to a terminal are left out. */
function drawLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's commands begin with one
  const [begin = "", ...coloured] = text.split(/\u001b\[([\d;]*)m/);
  const parts = [escapeXml(begin)];
  for (let i = 0; i < coloured.length; i += 2) {
    const [code = "", text = ""] = coloured.slice(i, i + 2);
    const colour = COLOURS[code];
    const look = code === "1" ? ' font-weight="700"' : colour ? ` fill="${colour}"` : "";
    if (text) parts.push(look ? `<tspan${look}>${escapeXml(text)}</tspan>` : escapeXml(text));
  }
  return parts.join("");
}
