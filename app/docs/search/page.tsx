import type { Metadata } from "next";
import { Empty, PageHeader } from "@/components/page-header";
import { ButtonLink } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { countHits, MAX_HITS } from "./count-hits";
import { docsIndex } from "./docs-index";
import { findPassages, type Hit, type Part } from "./find-passages";
import { readQuery } from "./read-query";

type SearchPageProps = { searchParams: Promise<{ q?: string | string[] }> };

export async function generateMetadata({ searchParams }: SearchPageProps): Promise<Metadata> {
  const query = readQuery((await searchParams).q);
  return { title: query ? `${query} · Documentation` : "Search the documentation", robots: { index: false } };
}

/** The parts of the documentation with all words of `?q=`, best first. */
export default async function SearchPage({ searchParams }: SearchPageProps) {
  const query = readQuery((await searchParams).q);
  const hits = findPassages(query, docsIndex(), MAX_HITS);
  return (
    <>
      <PageHeader title="Search the documentation">
        <p role="status" className="wrap-anywhere">
          {query ? countHits(hits.length, query) : "Type words, such as “exit status” or “escalation”."}
        </p>
      </PageHeader>
      {hits.length > 0 ? (
        <ol className="grid">
          {hits.map((hit) => (
            <HitRow key={hit.href + hit.heading.map(({ text }) => text).join("")} hit={hit} />
          ))}
        </ol>
      ) : (
        query && (
          <Empty title="No part of a page contains all of these words.">
            <p>Try fewer or different words.</p>
            <ButtonLink href="/docs">Read from the start</ButtonLink>
          </Empty>
        )
      )}
    </>
  );
}

const HitRow = ({ hit: { href, page, heading, excerpt } }: { hit: Hit }) => (
  <li className="grid gap-0.5 border-b border-line py-4 first:pt-0 last:border-0">
    <h2 className="font-medium">
      <Link href={href} className="inline-block min-h-6 text-accent hover:underline">
        <Marked parts={heading} />
      </Link>
    </h2>
    {page !== heading.map(({ text }) => text).join("") && <p className="text-sm text-ink-quiet">{page}</p>}
    <p className="max-w-prose wrap-anywhere">
      <Marked parts={excerpt} />
    </p>
  </li>
);

/** What matches is a `mark`, which screen readers can announce. */
const Marked = ({ parts }: { parts: Part[] }) =>
  parts.map(({ text, isMatch }, i) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name, and never move.
      <mark key={i} className="rounded-xs bg-accent/20 text-inherit">
        {text}
      </mark>
    ) : (
      text
    ),
  );
