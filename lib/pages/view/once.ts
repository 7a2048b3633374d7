import type { PublicPage } from "./public-page";

const rendered = new WeakMap<PublicPage, Map<string, string>>();

/** What is made of a view under this name, made once for all of its readers. */
export function once(view: PublicPage, name: string, make: () => string): string {
  const ofView = rendered.get(view) ?? new Map<string, string>();
  rendered.set(view, ofView);
  const text = ofView.get(name) ?? make();
  ofView.set(name, text);
  return text;
}
