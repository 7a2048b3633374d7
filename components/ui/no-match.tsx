/** What stands in place of a list if nothing matches. */
export const NoMatch = ({ children }: { children: React.ReactNode }) => (
  <p className="rounded-lg border border-dashed border-line px-6 py-10 text-center text-ink-quiet">
    {children}
  </p>
);
