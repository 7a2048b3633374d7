import clsx from "clsx";
import { Link } from "@/components/ui/link";

type DaysNavProps = { current: number; choices: { days: number; href: string }[] };

/** Links that show the same for other numbers of days. */
export const DaysNav = ({ current, choices }: DaysNavProps) => (
  <nav aria-label="Days" className="-ml-2 flex gap-0.5 pb-3 text-xs text-ink-quiet print:hidden">
    {choices.map(({ days, href }) => (
      <Link
        key={days}
        href={href}
        aria-current={days === current ? "true" : undefined}
        className={clsx(
          "rounded-md px-2 py-1 font-medium",
          days === current ? "bg-ink/8 text-ink" : "hover:text-ink",
        )}
      >
        {days} days
      </Link>
    ))}
  </nav>
);
