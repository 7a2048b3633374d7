import { CircleQuestionMark } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";

/** Leads to the documentation. */
export const HelpLink = () => (
  <Link href="/docs" className="nav-link">
    <CircleQuestionMark aria-hidden />
    Help
  </Link>
);
