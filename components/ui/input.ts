/** The classes of every input. Not in a client module, because server components could not read it as text there. */
export const INPUT =
  "w-full rounded-md border border-ink-quiet/40 bg-surface px-3 text-base shadow-xs aria-invalid:border-failed max-sm:text-lg";
