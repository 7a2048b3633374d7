/** A term and what it is, in a `FactList`. */
export const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div className="grid gap-x-4 sm:col-span-2 sm:grid-cols-subgrid">
    <dt className="text-ink-quiet">{label}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
);

export const FactList = ({ children }: { children: React.ReactNode }) => (
  <dl className="grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[7rem_minmax(0,1fr)]">{children}</dl>
);
