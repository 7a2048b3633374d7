import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { BackLink } from "@/components/page-header";
import { RunCheckIns } from "@/components/runs/run-check-ins";
import { RunFacts } from "@/components/runs/run-facts";
import { RunOutput } from "@/components/runs/run-output";
import { Section } from "@/components/section";
import { listCheckInsOfRun } from "@/lib/history/list-check-ins-of-run";
import { query } from "@/lib/platform/db";
import { compareRun } from "@/lib/runs/comparisons";
import { usualDurations } from "@/lib/runs/usual";
import { SnitchFrame } from "../../frame";
import { loadSnitch } from "../../load-snitch";
import { findRunById, loadOutput } from "./load-run";

type RunPageProps = { params: Promise<{ caseId: string; token: string; id: string }> };

const load = cache(async (caseId: string, token: string, id: string) => {
  const page = await loadSnitch(caseId, token, `/runs/${id}`);
  const run = await findRunById(page.snitch.id, id);
  if (!run) notFound();
  return { ...page, run };
});

export async function generateMetadata({ params }: RunPageProps): Promise<Metadata> {
  const { caseId, token, id } = await params;
  const { snitch, theCase, run } = await load(caseId, token, id);
  return { title: `Run ${run.rid ?? ""} of ${snitch.name} · ${theCase.name}`.replace("  ", " ") };
}

/** One run: its facts, what it printed, and the check-ins that made it. */
export default async function RunPage({ params }: RunPageProps) {
  const { caseId, token, id } = await params;
  const { theCase, role, snitch, run } = await load(caseId, token, id);
  const now = new Date();
  const [output, usual, compared, checkIns] = await Promise.all([
    loadOutput(run),
    usualDurations(query, [snitch.id]),
    run.failedCheck ? compareRun(query, snitch.id, run, run.failedCheck) : null,
    listCheckInsOfRun(snitch.id, run),
  ]);
  const snitchUrl = `/${theCase.id}/snitches/${snitch.token}`;
  return (
    <SnitchFrame theCase={theCase} role={role} snitch={snitch} tab="/runs" now={now}>
      <section id="run" className="grid gap-4 pb-6">
        <BackLink href={`${snitchUrl}/runs`}>All runs</BackLink>
        <h2 className="font-semibold wrap-anywhere">{run.rid ? `Run “${run.rid}”` : "Run"}</h2>
        <RunFacts
          run={run}
          maxRuntime={snitch.maxRuntime}
          usualMs={usual.get(snitch.id) ?? null}
          compared={compared}
          now={now}
        />
      </section>
      <Section
        id="output"
        title="Output"
        aside={typeof output !== "string" && <Download url={`${snitchUrl}/runs/${id}/output`} />}
      >
        <RunOutput
          output={output}
          isRunning={run.outcome === "running"}
          isFailing={run.outcome === "failed" || run.outcome === "overran"}
        />
      </Section>
      <Section title="Check-ins of this run">
        <RunCheckIns checkIns={checkIns} output={typeof output === "string" ? "" : output.text} />
      </Section>
    </SnitchFrame>
  );
}

const Download = ({ url }: { url: string }) => (
  // Not a link of the router: it is a file.
  <a href={url} download className="underline underline-offset-4 hover:text-ink print:hidden">
    Download
  </a>
);
