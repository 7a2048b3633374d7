/** An empty list: a sentence and the next step. */
export function Empty({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="grid justify-items-start gap-3 rounded-lg border border-dashed border-line px-6 py-8">
      <p className="font-medium">{title}</p>
      <div className="grid max-w-prose justify-items-start gap-3 text-ink-quiet">{children}</div>
    </div>
  );
}
