type FoldProps = Omit<React.ComponentProps<"details">, "title"> & { title: string };

/** A part of a page or a form that unfolds below its title, also without scripts. */
export const Fold = ({ title, children, ...details }: FoldProps) => (
  <details {...details}>
    <summary className="w-fit rounded py-1 text-sm text-ink-quiet hover:text-ink">{title}</summary>
    {children}
  </details>
);
