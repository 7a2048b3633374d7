import { Link } from "@/components/ui/link";
import { describePath } from "@/lib/rules/notifications/describe-path";
import type { NotificationPath } from "@/lib/rules/notifications/unreachable-case";

const MAX_LISTED = 5;

/** Warns on every page of a case that no one would be alerted, and says what to do. */
export const UnreachableCaseBand = ({ caseId, paths }: { caseId: string; paths: NotificationPath[] }) => (
  <section
    aria-label="No one would be alerted"
    className="mb-6 flex gap-2 rounded-md border border-failed/40 bg-failed/8 px-3 py-2 text-sm text-failed"
  >
    <span aria-hidden>▲</span>
    <div className="grid min-w-0 gap-1">
      <p className="font-medium">No one would be alerted about this case.</p>
      <ul className="grid gap-1">
        {paths.slice(0, MAX_LISTED).map((path) => (
          <li key={`${path.kind} ${path.id}`} className="wrap-anywhere">
            {describePath(path)}{" "}
            <Link
              href={choosePage(caseId, path)}
              className="font-medium whitespace-nowrap underline underline-offset-4"
            >
              {PAGE_NAMES[path.kind]}
              {path.name && <span className="sr-only">: {path.name}</span>}
            </Link>
          </li>
        ))}
        {paths.length > MAX_LISTED && <li>And {paths.length - MAX_LISTED} more that do not work.</li>}
      </ul>
    </div>
  </section>
);

const PAGE_NAMES: Record<NotificationPath["kind"], string> = {
  webhook: "Open webhook",
  channel: "Open channel",
  email: "Open settings",
};

const choosePage = (caseId: string, { kind, id, trouble }: NotificationPath) => {
  if (kind !== "email") return `/${caseId}/channels/${id}`;
  if (trouble === "captured") return `/${caseId}/settings/email`;
  return trouble === "quiet" ? `/account/notifications?case=${caseId}` : `/${caseId}/settings/notifications`;
};
