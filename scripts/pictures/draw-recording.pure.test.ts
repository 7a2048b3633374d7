import { expect, test } from "vitest";
import { drawRecording, readRecording } from "./draw-recording";

const output = Buffer.from("$ tattle list\r\n● é & <b>\r\n\u001b[31mMissing\u001b[0m backup\r\n");
const first = Buffer.byteLength("$ tattle list\r\n");
const second = first + Buffer.byteLength("● é & <b>\r\n\u001b[31mMis");
const inE = first + 5;
const timing = `0.5 ${first - 3}\n0.1 3\n1 ${inE - first}\n60 ${second - inE}\n0.25 ${output.length - second}\n`;

test("a line has the moment at which it was complete, and a long pause is cut", () => {
  expect(readRecording(output, timing)).toEqual([
    { text: "$ tattle list", atMs: 600 },
    { text: "● é & <b>", atMs: 4_100 },
    { text: "\u001b[31mMissing\u001b[0m backup", atMs: 4_350 },
  ]);
});

test("a picture has every line once, as text, in the colours of the terminal", () => {
  const svg = drawRecording(readRecording(output, timing), 'A "list"');

  expect(svg).toContain('aria-label="A &quot;list&quot;"');
  expect(svg).toContain(">● é &amp; &lt;b&gt;</text>");
  expect(svg).toContain('><tspan fill="#ff8a80">Missing</tspan> backup</text>');
  expect(svg).not.toContain("\u001b");
  expect(svg.match(/<text /g)).toHaveLength(3);
});

test("lines that do not fit scroll the others away", () => {
  const lines = Array.from({ length: 32 }, (_, i) => ({ text: `line ${i}`, atMs: i }));

  expect(drawRecording(lines.slice(0, 26), "")).not.toMatch(/translateY\(-[1-9]/);
  expect(drawRecording(lines, "")).toContain(`g{transform:translateY(${-6 * 18}px)}`);
});
