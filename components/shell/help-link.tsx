import clsx from "clsx";
import { CircleQuestionMark } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";

/** Leads to the documentation. */
export const HelpLink = ({ className }: { className?: string }) => (
  <Link
    href="/docs"
    className={clsx(
      "flex h-8 shrink-0 items-center gap-2 rounded-md px-2 text-sm font-medium text-ink-quiet transition-colors hover:bg-ink/4 hover:text-ink",
      className,
    )}
  >
    <CircleQuestionMark aria-hidden className="hidden size-4 sm:block" />
    Help
  </Link>
);
