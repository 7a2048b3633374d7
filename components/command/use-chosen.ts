import { useState } from "react";

/**
 * Which line of the menu is chosen: the first one, until the person moves to another. So what the server finds later can come first
 * and is chosen then; the menu itself would stay on the line that was first before.
 */
export function useChosen(query: string, first: string | undefined) {
  const [moved, setMoved] = useState<{ query: string; value: string | null } | null>(null);
  const hasMoved = moved?.query === query;
  const move = () => setMoved((before) => (before?.query === query ? before : { query, value: null }));
  return {
    value: (hasMoved ? moved.value : null) ?? first ?? "",
    onValueChange: (value: string) =>
      setMoved((before) => (before?.query === query ? { query, value } : before)),
    onPointerMoveCapture: move,
    onKeyDownCapture: ({ key, ctrlKey, metaKey }: React.KeyboardEvent) => {
      if (/^(Arrow(Up|Down)|Home|End)$/.test(key) || ((ctrlKey || metaKey) && /^[jknp]$/.test(key))) move();
    },
  };
}
