import type { Metadata } from "next";
import { OPERATIONS } from "@/app/v1/operations";
import { PageHeader } from "@/components/page-header";
import { Prose } from "@/components/prose";
import { openApi } from "@/lib/api/openapi";
import { env } from "@/lib/platform/env";
import { OperationSection } from "./operation";
import { ChoiceList, ErrorTable, PlanTable } from "./tables";

export const metadata: Metadata = { title: "API reference" };

const SECTIONS = [
  { id: "errors", title: "Errors", Body: ErrorTable },
  { id: "plans", title: "Plans", Body: PlanTable },
  { id: "choices", title: "Details and limits", Body: ChoiceList },
];

export default function ApiReference() {
  const schemas: Record<string, object> = openApi(OPERATIONS).components.schemas;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <PageHeader title="API reference">
        <Prose text={INTRODUCTION} />
      </PageHeader>
      <Contents />
      <h2 className="text-xl font-semibold tracking-tight">Operations</h2>
      {OPERATIONS.map((operation) => (
        <OperationSection
          key={operation.id}
          operation={operation}
          schema={operation.body && schemas[operation.body.name]}
        />
      ))}
      {SECTIONS.map(({ id, title, Body }) => (
        <section
          key={id}
          aria-labelledby={id}
          className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line pt-8"
        >
          <h2 id={id} className="scroll-mt-6 text-xl font-semibold tracking-tight">
            {title}
          </h2>
          <Body />
        </section>
      ))}
    </div>
  );
}

const INTRODUCTION = `A snitch monitors one job. A case is a workspace: its snitches, people and keys. Bodies are JSON, and times are UTC. Every request needs an API key of a case as the user name of Basic authentication; the password is ignored. Each key may make ${env.API_RATE_PER_MINUTE.toLocaleString("en")} requests a minute. An error has a \`type\`, which does not change, and a message for people, which may.`;

const Contents = () => (
  <nav aria-label="Contents">
    <ul className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
      {[...OPERATIONS, ...SECTIONS].map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`} className="inline-block min-h-6 text-accent hover:underline">
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
