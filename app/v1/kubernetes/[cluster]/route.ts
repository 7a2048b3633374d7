import { operation, route } from "@/lib/api/operation";
import {
  findCluster,
  MAX_CLUSTER_BYTES,
  refuseCluster,
  saveCluster,
  seenCronJobs,
} from "@/lib/kubernetes/clusters";
import { notFound } from "@/lib/platform/refusal";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "showCluster",
    title: "Show a Kubernetes cluster",
    description:
      "Returns the CronJobs that `tattle kubernetes` last saw in a cluster, watched or not, with the reason. A key limited to tags needs the tag `cluster:<name>`.",
    response: { name: "CronJobs", schema: seenCronJobs },
    example: { path: { cluster: "prod" } },
    errors: ["resource_not_found"],
    narrowable: true,
    handle: async ({ theCase, params: { cluster }, scope }) => {
      refuseCluster(scope, cluster);
      const cronJobs = await findCluster(theCase.id, cluster);
      if (!cronJobs) throw notFound("cluster");
      return cronJobs;
    },
  }),
  PUT: operation({
    id: "replaceCluster",
    title: "Replace a Kubernetes cluster",
    description:
      "Replaces what is shown of a cluster with the array in the body: up to 5,000 CronJobs in 2 MiB. It is deleted after 30 days without a report. `tattle kubernetes` sends it; snitches and runs are not changed. A key limited to tags needs the tag `cluster:<name>`.",
    body: { schema: seenCronJobs, name: "SeenCronJobs", list: "cron_jobs", maxBytes: MAX_CLUSTER_BYTES },
    response: null,
    example: {
      path: { cluster: "prod" },
      body: [
        {
          namespace: "shop",
          name: "nightly-backup",
          watched: false,
          reason: "no label",
          snitch: null,
          schedule: "0 3 * * *",
          seen_at: "2026-05-01T03:00:00.000Z",
        },
      ],
    },
    errors: ["resource_not_found"],
    narrowable: true,
    handle: async ({ theCase, params: { cluster }, scope, body, now }) => {
      refuseCluster(scope, cluster);
      await saveCluster(theCase.id, cluster, await body(), now);
    },
  }),
});
