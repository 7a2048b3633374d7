/** The contrast of two colors (#rrggbb), as WCAG 2 computes it: from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 1, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const WEIGHTS = [0.2126, 0.7152, 0.0722];

const luminance = (color: string): number =>
  WEIGHTS.reduce((sum, weight, i) => {
    const value = Number.parseInt(color.slice(1 + 2 * i, 3 + 2 * i), 16) / 255;
    return sum + weight * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  }, 0);

const READABLE = 4.5;

/** The color for links on this background: the accent if it can be read there. */
export const linkColor = (accent: string | null, background: string, fallback: string): string =>
  accent && contrast(accent, background) >= READABLE ? accent : fallback;
