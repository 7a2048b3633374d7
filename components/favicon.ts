const INK = { calm: "#4f46e5", alarmed: "#dc2626" };

/** The icon of the browser tab: red while anything is missing or errored. */
export function favicon(mood: keyof typeof INK): string {
  const dot =
    mood === "alarmed"
      ? '<path d="M16 9v9m0 4.5v.5" stroke="#fff" stroke-width="3.5" stroke-linecap="round"/>'
      : '<path d="M10 16.5l4.2 4.2L22.5 12" stroke="#fff" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round" fill="none"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="${INK[mood]}"/>${dot}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
