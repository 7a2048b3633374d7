import clsx from "clsx";
import { Link } from "@/components/ui/link";

const LOOKS = {
  primary: "bg-ink text-surface hover:bg-ink/85",
  plain: "border border-line bg-surface text-ink hover:bg-surface-quiet",
  bare: "text-ink-quiet hover:bg-surface-quiet hover:text-ink",
  danger: "border border-failed/40 bg-surface text-failed hover:bg-failed/8",
};

type Look = { look?: keyof typeof LOOKS };

const classes = (look: keyof typeof LOOKS, className?: string) =>
  clsx(
    "inline-flex h-8 shrink-0 items-center justify-center gap-1.5 rounded-md px-3 text-sm font-medium whitespace-nowrap transition-colors",
    "aria-disabled:opacity-60 [&_svg]:size-3.5 [&_svg]:shrink-0",
    LOOKS[look],
    className,
  );

export function Button({
  look = "plain",
  className,
  type = "button",
  ...button
}: React.ComponentProps<"button"> & Look) {
  return <button {...button} type={type} className={classes(look, className)} />;
}

/** A link that looks like a button. */
export function ButtonLink({ look = "plain", className, ...link }: React.ComponentProps<typeof Link> & Look) {
  return <Link {...link} className={classes(look, className)} />;
}
