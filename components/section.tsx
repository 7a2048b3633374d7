import clsx from "clsx";

/** A section with a heading. With an id it can be linked to and is a landmark. Below tabs it has no line: they have one. */
export function Section({
  id,
  title,
  aside,
  className,
  children,
}: {
  id?: string;
  title: string;
  aside?: React.ReactNode;
  className?: string;
  children: React.ReactNode;
}) {
  return (
    <section
      id={id}
      aria-label={id && title}
      className={clsx("grid gap-4 border-t border-line py-6 [nav+&]:border-t-0 [nav+&]:pt-0", className)}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="font-semibold">{title}</h2>
        {aside && <div className="text-sm text-ink-quiet">{aside}</div>}
      </div>
      {children}
    </section>
  );
}
