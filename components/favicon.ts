import { MARK_PATH } from "./mark-path";

const BACKGROUND = { calm: "#4f46e5", alarmed: "#dc2626" };

/** In alarm, the exclamation mark of the mark alone: the colour is not the only difference. */
const ALARM_PATH = "M13 6h6v13h-6zM13 22h6v5h-6z";

/** The icon of the browser tab as SVG. */
export const iconSvg = (mood: keyof typeof BACKGROUND, radius = 8) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Tattle</title><rect width="32" height="32" rx="${radius}" fill="${BACKGROUND[mood]}"/><path d="${mood === "calm" ? MARK_PATH : ALARM_PATH}" fill="#fff"/></svg>\n`;

/** The icon of the browser tab: red while anything is missing or errored. */
export const favicon = (mood: keyof typeof BACKGROUND): string =>
  `data:image/svg+xml,${encodeURIComponent(iconSvg(mood).trim())}`;
