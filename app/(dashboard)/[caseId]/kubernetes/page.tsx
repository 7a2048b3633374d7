import type { Metadata } from "next";
import { currentCase } from "@/app/sign-in/session";
import { Live } from "@/components/live";
import { DocsLink, Empty, PageHeader } from "@/components/page-header";
import { RelativeTime } from "@/components/relative-time";
import { Link } from "@/components/ui/link";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { type Cluster, listClusters, type SeenCronJob } from "@/lib/kubernetes/clusters";

export const metadata: Metadata = { title: "Kubernetes" };

/** Every CronJob that a watcher saw, watched or not, with the reason. */
export default async function KubernetesPage({ params }: { params: Promise<{ caseId: string }> }) {
  const { theCase } = await currentCase((await params).caseId, "/kubernetes");
  const clusters = await listClusters(theCase.id);
  const now = new Date();
  return (
    <>
      <PageHeader title="Kubernetes">The CronJobs of your clusters, and whether they are watched.</PageHeader>
      {clusters.length === 0 ? (
        <Empty title="No cluster is watched">
          <p>Run tattle kubernetes in a cluster. Its CronJobs are listed here, and their Jobs become runs.</p>
          <DocsLink page="/kubernetes">How to watch a cluster</DocsLink>
        </Empty>
      ) : (
        <div className="grid gap-8">
          {clusters.map((cluster) => (
            <ClusterTable key={cluster.name} caseId={theCase.id} cluster={cluster} now={now} />
          ))}
        </div>
      )}
      <Live caseId={theCase.id} />
    </>
  );
}

type ClusterProps = { caseId: string; cluster: Cluster; now: Date };

function ClusterTable({ caseId, cluster: { name, cronJobs, seenAt }, now }: ClusterProps) {
  return (
    <section aria-label={name} className="grid gap-1">
      <h2 className="font-semibold wrap-anywhere">{name}</h2>
      <p className="text-sm text-ink-quiet">
        {cronJobs.filter((each) => each.watched).length} of {cronJobs.length} CronJobs watched. Reported{" "}
        <RelativeTime at={seenAt} now={now} />.
      </p>
      {cronJobs.length > 0 && (
        <Table label={`CronJobs of ${name}`} stacks>
          <Head columns={["CronJob", "Schedule", "Status", "Reason"]} />
          <tbody>
            {cronJobs.map((cronJob) => (
              <CronJobRow key={`${cronJob.namespace}/${cronJob.name}`} caseId={caseId} cronJob={cronJob} />
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}

function CronJobRow({ caseId, cronJob }: { caseId: string; cronJob: SeenCronJob }) {
  const { namespace, name, schedule, watched, reason, snitch } = cronJob;
  const title = `${namespace}/${name}`;
  return (
    <Row>
      <Cell className="w-1/3 min-w-40 wrap-anywhere max-sm:basis-full">
        {snitch === null ? (
          <bdi>{title}</bdi>
        ) : (
          <Link
            href={`/${caseId}/snitches/${encodeURIComponent(snitch)}`}
            className="font-medium hover:underline"
          >
            <bdi>{title}</bdi>
          </Link>
        )}
      </Cell>
      <Cell className="wrap-anywhere text-ink-quiet tabular-nums">{schedule}</Cell>
      <Cell className="whitespace-nowrap">{watched ? "Watched" : "Not watched"}</Cell>
      <Cell className="wrap-anywhere text-ink-quiet max-sm:basis-full">
        <bdi>{reason}</bdi>
        {reason === "no label" && (
          <code className="block text-xs">{`kubectl label cronjob ${name} --namespace ${namespace} tattle/monitor=true`}</code>
        )}
      </Cell>
    </Row>
  );
}
