export function Kbd({ children }: { children: React.ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded border border-line bg-surface-quiet px-1 font-sans text-xs text-ink-quiet">
      {children}
    </kbd>
  );
}
