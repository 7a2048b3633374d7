import { Time } from "@/components/time";
import { formatCount } from "@/lib/rules/format-count";
import type { FormerUrl } from "@/lib/snitches/former-urls";

/** Until when the old URL works, and whether a job still uses it. */
export const FormerUrlNote = ({ url: { worksUntil, checkIns, lastAddress } }: { url: FormerUrl }) => (
  <p className="text-sm text-ink-quiet">
    {checkIns === 0
      ? "No check-ins by the old URL since it was replaced"
      : `${formatCount(checkIns, "check-in", "check-ins")} by the old URL${lastAddress && ` from ${lastAddress}`}`}
    . It works until <Time at={worksUntil} />.
  </p>
);
