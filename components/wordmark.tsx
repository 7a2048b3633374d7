import { Mark } from "./mark";

/** The product's name and mark. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2 text-lg font-semibold tracking-tight">
      <Mark className="size-5" />
      Tattle
    </span>
  );
}
