/** How every field looks. Not in a client module: what those export is no text to a server component. */
export const INPUT =
  "w-full rounded-md border border-ink-quiet/40 bg-surface px-3 text-base shadow-xs aria-invalid:border-failed max-sm:text-lg";
