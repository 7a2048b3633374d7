import type { Metadata } from "next";
import { FormerAnchors } from "@/components/former-anchors";
import { PageHeader } from "@/components/page-header";
import { Prose } from "@/components/prose";
import { Link } from "@/components/ui/link";
import { env } from "@/lib/platform/env";
import { OperationSection } from "./operation";
import { FORMER_ANCHORS, GENERAL_OPERATIONS, RESOURCES } from "./resources";
import { ChoiceList, ErrorTable, PlanTable } from "./tables";

export const metadata: Metadata = { title: "API reference" };

const SECTIONS = [
  { id: "errors", title: "Errors", Body: ErrorTable },
  { id: "plans", title: "Plans", Body: PlanTable },
  { id: "choices", title: "Details and limits", Body: ChoiceList },
];

/** What holds for the whole API, and its pages. */
export default function ApiReference() {
  return (
    <div className="grid gap-8">
      <PageHeader title="API reference">
        <Prose text={INTRODUCTION} />
      </PageHeader>
      <Contents />
      {SECTIONS.map(({ id, title, Body }) => (
        <section key={id} aria-labelledby={id} className="grid gap-4 border-t border-line pt-8">
          <h2 id={id} className="scroll-mt-6 text-xl font-semibold tracking-tight">
            {title}
          </h2>
          <Body />
        </section>
      ))}
      {GENERAL_OPERATIONS.map((operation) => (
        <OperationSection key={operation.id} operation={operation} />
      ))}
      <FormerAnchors pages={FORMER_ANCHORS} />
    </div>
  );
}

const INTRODUCTION = `A snitch monitors one job. A case is a workspace: its snitches, people and keys. Bodies are JSON, and times are UTC. Every request needs an API key of a case as the user name of Basic authentication, whose password is ignored, or as a Bearer token. Each key may make ${env.API_RATE_PER_MINUTE.toLocaleString("en")} requests a minute. An error has a stable \`type\`, and a message for people, which may change.`;

/** The reference was one page: without scripts, its anchors lead to the line that has moved. */
const Contents = () => (
  <nav aria-label="Contents" className="grid gap-6">
    {RESOURCES.map(({ slug, title, operations }) => (
      <section key={slug} aria-label={title} className="grid gap-1">
        <h2 className="font-semibold">
          <Link href={`/docs/api/${slug}`} className="hover:underline">
            {title}
          </Link>
        </h2>
        <ul className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
          {operations.map(({ id, title }) => (
            <li key={id} id={id} className="scroll-mt-6">
              <Link
                href={`/docs/api/${slug}#${id}`}
                className="inline-block min-h-6 text-accent hover:underline"
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    ))}
    <section aria-label="Check-ins" className="grid gap-1">
      <h2 className="font-semibold">Check-ins</h2>
      <p className="text-sm text-ink-quiet">
        They need no key, and are not part of this API:{" "}
        <Link href="/docs/check-ins" className="inline-block min-h-6 text-accent hover:underline">
          how a job checks in
        </Link>
        .
      </p>
    </section>
    <ul className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
      {[...SECTIONS, ...GENERAL_OPERATIONS].map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`} className="inline-block min-h-6 text-accent hover:underline">
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
