/** One part of a page under its own heading, on a hairline. */
export function Section({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: React.ReactNode;
  children: React.ReactNode;
}) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line py-6">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="font-semibold">{title}</h2>
        {aside && <div className="text-sm text-ink-quiet">{aside}</div>}
      </div>
      {children}
    </section>
  );
}
