import clsx from "clsx";
import { Link } from "@/components/ui/link";
import type { SavedView } from "@/lib/cases/saved-views";
import { type View, viewQuery } from "./filters";
import { removeViewAction, renameViewAction, saveViewAction } from "./view-actions";
import { SaveViewButton, ViewMenu } from "./view-buttons";

type SavedViewsProps = { caseId: string; view: View; views: SavedView[] };

/** The views that the person saved, as links. */
export function SavedViews({ caseId, view, views }: SavedViewsProps) {
  const query = viewQuery(view);
  const current = views.find((each) => each.query === query);
  if (views.length === 0) return null;
  return (
    <nav aria-label="Saved views" className="flex flex-wrap items-center gap-1.5 print:hidden">
      <ViewLink href={`/${caseId}`} isCurrent={query === ""}>
        All
      </ViewLink>
      {views.map(({ id, name, query }) => (
        <span key={id} className="inline-flex max-w-full min-w-0 items-center">
          <ViewLink href={`/${caseId}?${query}`} isCurrent={id === current?.id}>
            {name}
          </ViewLink>
          {id === current?.id && (
            <ViewMenu
              name={name}
              rename={renameViewAction.bind(null, caseId, id)}
              remove={removeViewAction.bind(null, caseId, id)}
            />
          )}
        </span>
      ))}
    </nav>
  );
}

/** Saves the current view, unless it is saved already. */
export function SaveView({ caseId, view, views }: SavedViewsProps) {
  const query = viewQuery(view);
  if (query === "" || views.some((each) => each.query === query)) return null;
  return <SaveViewButton action={saveViewAction.bind(null, caseId)} query={query} />;
}

function ViewLink({ href, isCurrent, children }: { href: string; isCurrent: boolean; children: string }) {
  return (
    <Link
      href={href}
      title={children}
      aria-current={isCurrent ? "page" : undefined}
      className={clsx(
        "inline-flex h-7 max-w-56 min-w-0 items-center rounded-md px-2.5 text-sm font-medium transition-colors",
        isCurrent ? "bg-ink/8 text-ink" : "text-ink-quiet hover:bg-surface-quiet hover:text-ink",
      )}
    >
      <bdi className="truncate">{children}</bdi>
    </Link>
  );
}
