import clsx from "clsx";
import type { Metadata } from "next";
import { cache } from "react";
import { UnreachableCaseBand } from "@/app/(dashboard)/unreachable-case-band";
import { currentReader } from "@/app/sign-in/reader";
import { currentCase } from "@/app/sign-in/session";
import { DocsLink } from "@/components/docs-link";
import { favicon } from "@/components/favicon";
import { Live } from "@/components/live";
import { timesInWords } from "@/components/time-in-words";
import { ZoneNote } from "@/components/zone-note";
import { maintenanceAhead } from "@/lib/maintenance/ahead";
import { findUnreachableCase } from "@/lib/notifications/find-unreachable-case";
import { listSnitchPage, summarizeSnitches } from "@/lib/snitches/list";
import { countBad, countMore } from "./count-more";
import { formatHeadline, type Headline } from "./headline";
import { Screen } from "./screen";
import { needsAttention, ProblemTiles, QuietTiles } from "./tiles";

type BoardPageProps = { params: Promise<{ caseId: string }> };

/** As many tiles as fit on a screen on the wall, which nobody scrolls. */
const MAX_PROBLEMS = 40;
const MAX_OTHERS = 36;

const loadCounts = cache(async (caseId: string) => {
  const { counts, late } = await summarizeSnitches(caseId, new Date());
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const bad = { failed: counts.failed, errored: counts.errored, late };
  return { headline: formatHeadline(counts, late), total, bad };
});

export async function generateMetadata({ params }: BoardPageProps): Promise<Metadata> {
  const { theCase } = await currentCase((await params).caseId, "/board");
  const { look, text } = (await loadCounts(theCase.id)).headline;
  const hasProblems = look === "failed" || look === "errored";
  return {
    title: { absolute: `${hasProblems ? "▲ " : ""}${text} · ${theCase.name}` },
    ...(hasProblems && { icons: { icon: favicon("alarmed") } }),
  };
}

/** The state of a case for a screen on the wall: dark, large, worst first, and nothing else. */
export default async function BoardPage({ params }: BoardPageProps) {
  const { theCase } = await currentCase((await params).caseId, "/board");
  const now = new Date();
  const { display } = await currentReader();
  const [{ headline, total, bad }, { snitches }, unreachable] = await Promise.all([
    loadCounts(theCase.id),
    listSnitchPage(theCase.id, { tags: [], search: "" }, "worst", {}, null, MAX_PROBLEMS + MAX_OTHERS),
    findUnreachableCase(theCase.id),
  ]);
  const problems = snitches.filter((snitch) => needsAttention(snitch, now)).slice(0, MAX_PROBLEMS);
  const others = snitches
    .filter((snitch) => !needsAttention(snitch, now))
    .slice(0, Math.max(0, MAX_OTHERS - 4 * problems.length));
  const maintenance = await maintenanceAhead(
    [...problems, ...others].map(({ id }) => ({ id, caseId: theCase.id })),
    now,
  );
  const more = countMore(bad, problems, now);
  const hidden = total - problems.length - others.length - countBad(more);
  return (
    <main
      id="content"
      data-board
      className="flex min-h-dvh flex-col gap-[max(1.25rem,2vw)] p-[max(1rem,2.5vw)]"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="min-w-0 text-[max(1.125rem,1.5vw)] font-medium wrap-anywhere">
          <bdi>{theCase.name}</bdi>
        </h1>
        <p className="text-[max(1.125rem,1.5vw)] text-ink-quiet">
          Updated <time dateTime={now.toISOString()}>{timesInWords(display).time(now)}</time>
        </p>
      </header>
      <BoardHeadline {...headline} />
      {unreachable.length > 0 && (
        <div className="[&_li]:text-[max(1.125rem,1.4vw)] [&_p]:text-[max(1.125rem,1.5vw)] [&>section]:mb-0">
          <UnreachableCaseBand caseId={theCase.id} paths={unreachable} />
        </div>
      )}
      {total === 0 && (
        <p>
          <DocsLink page="">How Tattle works</DocsLink>
        </p>
      )}
      {problems.length > 0 && (
        <section aria-label="Needs attention">
          <ProblemTiles
            caseId={theCase.id}
            snitches={problems}
            maintenance={maintenance}
            more={more}
            now={now}
          />
        </section>
      )}
      {others.length > 0 && (
        <section aria-label="Other snitches">
          <QuietTiles caseId={theCase.id} snitches={others} maintenance={maintenance} now={now} />
        </section>
      )}
      <footer className="mt-auto flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <ZoneNote className="text-[max(0.875rem,0.9vw)] text-ink-quiet" />
        <p className="text-[max(1.125rem,1.4vw)] text-ink-quiet empty:hidden">
          {hidden > 0 && `${hidden.toLocaleString("en")} more not shown.`}
        </p>
        <Screen caseId={theCase.id} />
      </footer>
      <div className="[&_p]:text-[max(1.125rem,1.5vw)]">
        <Live caseId={theCase.id} />
      </div>
    </main>
  );
}

const INK: Record<Headline["look"], string> = {
  failed: "text-failed",
  errored: "text-errored",
  healthy: "text-healthy",
  quiet: "text-ink-quiet",
};

/** A live region: screen readers announce when it changes. */
const BoardHeadline = ({ look, text, details }: Headline) => (
  <div role="status" className="grid gap-[0.5vw]">
    <p
      className={clsx(
        "text-[max(2rem,5vw)] leading-none font-semibold tracking-tight text-balance",
        INK[look],
      )}
    >
      {text}
    </p>
    {details && <p className="text-[max(1.25rem,2vw)] text-ink-quiet">{details}</p>}
  </div>
);
