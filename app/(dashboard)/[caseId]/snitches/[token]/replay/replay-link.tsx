import { Link } from "@/components/ui/link";

/** Leads to the page where other settings are tried. */
export const ReplayLink = ({ snitchUrl }: { snitchUrl: string }) => (
  <Link
    href={`${snitchUrl}/replay`}
    className="w-fit text-sm text-ink-quiet underline underline-offset-4 hover:text-ink print:hidden"
  >
    Try settings on past check-ins
  </Link>
);
