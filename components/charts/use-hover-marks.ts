import { useRef, useState } from "react";

/**
 * The state of a row of buttons that is one Tab stop: arrow keys move between them, Enter pins one, Escape closes. `shown` is the
 * index of the one that is pointed at, focused or pinned.
 */
export function useHoverMarks(count: number) {
  const ref = useRef<HTMLFieldSetElement>(null);
  const last = count - 1;
  const [stop, setStop] = useState(last);
  const [pointed, setPointed] = useState<number | null>(null);
  const [pinned, setPinned] = useState<number | null>(null);

  const go = (index: number) => {
    const next = Math.min(Math.max(index, 0), last);
    setStop(next);
    ref.current?.querySelectorAll("button")[next]?.focus();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: stop - 1,
      ArrowRight: stop + 1,
      Home: 0,
      End: last,
    };
    const index = steps[event.key];
    if (index !== undefined) {
      event.preventDefault();
      go(index);
    } else if (event.key === "Escape") {
      setPinned(null);
      setPointed(null);
    }
  };

  return {
    shown: pointed ?? pinned,
    row: { ref, onKeyDown, onPointerLeave: () => setPointed(null), onBlur: () => setPointed(null) },
    mark: (i: number) => ({
      type: "button" as const,
      tabIndex: i === stop ? 0 : -1,
      "aria-pressed": pinned === i,
      onPointerEnter: () => setPointed(i),
      onFocus: () => {
        setStop(i);
        setPointed(i);
      },
      onClick: () => setPinned(pinned === i ? null : i),
    }),
  };
}
