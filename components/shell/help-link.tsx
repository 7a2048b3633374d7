import clsx from "clsx";
import { CircleQuestionMark } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";

/** Leads to the documentation. */
export const HelpLink = ({ className }: { className?: string }) => (
  <Link href="/docs" className={clsx("nav-link", className)}>
    <CircleQuestionMark aria-hidden />
    Help
  </Link>
);
