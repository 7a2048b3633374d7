import { Link } from "@/components/ui/link";
import { channelPath } from "@/lib/channels/path";
import type { Way } from "@/lib/rules/dead-end";
import { wayInWords } from "@/lib/rules/dead-end-words";

const MAX_LISTED = 5;

type DeadEndBandProps = { caseId: string; ways: Way[] };

/** Warns on every page of a case that nobody would be alerted, and says what to do. */
export const DeadEndBand = ({ caseId, ways }: DeadEndBandProps) => (
  <section
    aria-label="Nobody would be alerted"
    className="mb-6 flex gap-2 rounded-md border border-failed/40 bg-failed/8 px-3 py-2 text-sm text-failed"
  >
    <span aria-hidden>▲</span>
    <div className="grid min-w-0 gap-1">
      <p className="font-medium">Nobody would be alerted about this case.</p>
      <ul className="grid gap-1">
        {ways.slice(0, MAX_LISTED).map((way) => (
          <li key={`${way.kind} ${way.id}`} className="wrap-anywhere">
            {wayInWords(way)}{" "}
            <Link
              href={pageOf(caseId, way)}
              className="font-medium whitespace-nowrap underline underline-offset-4"
            >
              {PAGE_NAMES[way.kind]}
              {way.name && <span className="sr-only">: {way.name}</span>}
            </Link>
          </li>
        ))}
        {ways.length > MAX_LISTED && <li>And {ways.length - MAX_LISTED} more that do not work.</li>}
      </ul>
    </div>
  </section>
);

const PAGE_NAMES: Record<Way["kind"], string> = {
  webhook: "Open webhook",
  channel: "Open channel",
  email: "Open settings",
};

const pageOf = (caseId: string, { kind, id, trouble }: Way) => {
  if (kind !== "email") return channelPath(caseId, { id, kind });
  if (trouble === "captured") return `/${caseId}/settings/email`;
  return trouble === "quiet" ? `/${caseId}/settings#your-emails` : `/${caseId}/settings`;
};
