/** The colours of `app/globals.css`, in a notation that mail programs understand. */
const LIGHT = {
  surface: "#ffffff",
  box: "#f6f7f8",
  line: "#e2e3e5",
  ink: "#16181d",
  quiet: "#5e6067",
  healthy: "#05773b",
  failed: "#c21725",
  errored: "#a64b00",
  paused: "#436480",
};

const DARK: typeof LIGHT = {
  surface: "#0f0f11",
  box: "#161719",
  line: "#292a2d",
  ink: "#eeeef0",
  quiet: "#9c9ea5",
  healthy: "#56d089",
  failed: "#ff7676",
  errored: "#f8a64f",
  paused: "#8cb4d1",
};

export type Tone = "healthy" | "failed" | "errored" | "paused";
const SANS = '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';
const MONO = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace';

/** Text in a colour that follows the dark theme if the mail program supports it, and is readable on white if not. */
export const ink = (colour: keyof typeof LIGHT, style: React.CSSProperties = {}) => ({
  className: `ink-${colour}`,
  style: { margin: 0, fontFamily: SANS, fontSize: 15, lineHeight: "24px", color: LIGHT[colour], ...style },
});

export const page = {
  className: "on-surface",
  style: { margin: 0, padding: 0, backgroundColor: LIGHT.surface },
};

export const sheet = { maxWidth: 600, padding: "40px 24px" };

// Long words may break anywhere, because one long word would widen the whole email.
export const unbroken: React.CSSProperties = { overflowWrap: "anywhere", wordBreak: "break-word" };

export const box = {
  className: "on-box edge",
  style: {
    backgroundColor: LIGHT.box,
    border: `1px solid ${LIGHT.line}`,
    borderRadius: 8,
    padding: "12px 16px",
  },
};

/** Text of jobs and users: output in a fixed-width font, prose in the normal one. */
export const quoted: Record<"output" | "prose", React.CSSProperties> = {
  output: { fontFamily: MONO, fontSize: 13, lineHeight: "20px", whiteSpace: "pre-wrap", ...unbroken },
  prose: { fontSize: 14, lineHeight: "22px", whiteSpace: "pre-wrap", ...unbroken },
};

export const button = {
  className: "button",
  style: {
    backgroundColor: LIGHT.ink,
    color: LIGHT.surface,
    borderRadius: 6,
    padding: "10px 18px",
    fontFamily: SANS,
    fontSize: 14,
    fontWeight: 500,
    lineHeight: "20px",
  },
};

export const rule = {
  className: "edge",
  style: { margin: "32px 0 20px", borderTop: `1px solid ${LIGHT.line}` },
};

const darkInks = Object.entries(DARK).map(
  ([colour, value]) => `.ink-${colour} { color: ${value} !important; }`,
);

// react-email also sets the background on a table cell inside the body, so the second selector is needed.
export const styles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .on-surface, .on-surface > table > tbody > tr > td { background-color: ${DARK.surface} !important; }
  .on-box { background-color: ${DARK.box} !important; }
  .edge { border-color: ${DARK.line} !important; }
  .button { background-color: ${DARK.ink} !important; color: ${DARK.surface} !important; }
  ${darkInks.join("\n  ")}
}
@media (max-width: 360px) {
  .fact th, .fact td { display: block !important; width: auto !important; }
  .fact td { padding-top: 0 !important; }
}
`;
