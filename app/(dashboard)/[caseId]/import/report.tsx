import { ButtonLink } from "@/components/ui/button";
import type { ImportReport } from "@/lib/imports/import";
import type { LeftOut } from "@/lib/imports/imported";

/** Longer lists are cut. */
const MAX_LISTED = 200;

/** What an import did, or would do. */
export function Report({ caseId, report }: { caseId: string; report: ImportReport }) {
  const { isDryRun, created, channels, leftOut } = report;
  return (
    <section
      aria-labelledby="import-report"
      className="grid min-w-0 animate-appear gap-6 border-t border-line pt-6"
    >
      <div role="status" className="grid gap-1">
        <h2 id="import-report" className="font-semibold">
          {isDryRun ? "Preview" : "Imported"}
        </h2>
        <p className="text-ink-quiet">{formatReport(report)}</p>
      </div>
      <Names title={isDryRun ? "Snitches to add" : "Snitches added"} names={created} />
      <Names title={isDryRun ? "Channels to add" : "Channels added"} names={channels} />
      {leftOut.length > 0 && (
        <Group title="Left out" count={leftOut.length}>
          {byReason(leftOut.slice(0, MAX_LISTED)).map(([why, things]) => (
            <li key={why} className="py-2">
              <bdi className="font-medium">{capitalized(things.join(", "))}</bdi>
              <span className="block text-ink-quiet">{capitalized(why)}.</span>
            </li>
          ))}
        </Group>
      )}
      {!isDryRun && (
        <p className="flex flex-wrap items-center gap-3">
          <ButtonLink href={`/${caseId}`} look="primary">
            Show Snitches
          </ButtonLink>
          <span className="text-sm text-ink-quiet">Next: change the host in each job’s address.</span>
        </p>
      )}
    </section>
  );
}

function Names({ title, names }: { title: string; names: string[] }) {
  if (names.length === 0) return null;
  return (
    <Group title={title} count={names.length}>
      {names.slice(0, MAX_LISTED).map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names may be alike.
        <li key={index} className="py-2">
          <bdi>{name}</bdi>
        </li>
      ))}
    </Group>
  );
}

function Group({ title, count, children }: { title: string; count: number; children: React.ReactNode }) {
  return (
    <div className="grid min-w-0 gap-1">
      <h3 className="text-sm font-medium text-ink-quiet">
        {title} <span className="tabular-nums">({count.toLocaleString("en")})</span>
      </h3>
      <ul className="divide-y divide-line text-sm wrap-anywhere">{children}</ul>
      {count > MAX_LISTED && (
        <p className="text-sm text-ink-quiet">And {(count - MAX_LISTED).toLocaleString("en")} more.</p>
      )}
    </div>
  );
}

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

function formatReport({ isDryRun, created, channels, unchanged }: ImportReport): string {
  const parts = [
    created.length > 0 ? counted(created.length, "snitch", "snitches") : "",
    channels.length > 0 ? counted(channels.length, "channel", "channels") : "",
  ].filter(Boolean);
  const there =
    unchanged > 0
      ? ` ${unchanged.toLocaleString("en")} ${unchanged === 1 ? "already exists" : "already exist"}.`
      : "";
  if (parts.length === 0) return `There is nothing to add.${there}`;
  const what = parts.join(" and ");
  return isDryRun ? `Importing adds ${what}. Nothing has changed yet.${there}` : `${what} added.${there}`;
}

const capitalized = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** Jobs left out for the same reason. */
function byReason(leftOut: LeftOut[]): [string, string[]][] {
  const groups = new Map<string, string[]>();
  for (const { what, why } of leftOut) groups.set(why, [...(groups.get(why) ?? []), what]);
  return [...groups];
}
