import { useEffect } from "react";

type OpeningProps = { setQuery: (change: (query: string) => string) => void; close: () => void };

/** A placeholder while the palette loads. It collects what is typed, so that no key is lost or taken for a shortcut. */
export function Opening({ setQuery, close }: OpeningProps) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, metaKey, ctrlKey } = event;
      if (metaKey || ctrlKey) return;
      event.stopImmediatePropagation();
      if (key === "Escape") close();
      else if (key === "Backspace") setQuery((query) => query.slice(0, -1));
      else if ([...key].length === 1) setQuery((query) => query + key);
      else return;
      event.preventDefault();
    };
    // In the capture phase, before any other listener of the page.
    window.addEventListener("keydown", press, true);
    return () => window.removeEventListener("keydown", press, true);
  }, [setQuery, close]);
  return <div className="fixed inset-0 z-40 bg-[oklch(0_0_0/0.4)]" />;
}
