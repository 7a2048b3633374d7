import clsx from "clsx";
import { Link } from "@/components/ui/link";

const LOOKS = {
  primary: "bg-ink text-surface hover:bg-ink/85",
  plain: "border border-line bg-surface text-ink hover:bg-surface-quiet",
  bare: "text-ink-quiet hover:bg-surface-quiet hover:text-ink",
  danger: "border border-failed/40 bg-surface text-failed hover:bg-failed/8",
};

type Look = { look?: keyof typeof LOOKS };

const classes = (look: keyof typeof LOOKS, className?: string) => clsx("button", LOOKS[look], className);

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
