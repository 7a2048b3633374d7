import { OPERATOR } from "@/lib/audit/record";
import { resolveNames } from "@/lib/snitches/resolve-names";
import { addBadge } from "@/lib/status-pages/add-badge";
import { newBadge } from "@/lib/status-pages/badge-input";
import { findPage } from "@/lib/status-pages/find-page";
import { addNotice } from "@/lib/status-pages/notices/add";
import { newNotice } from "@/lib/status-pages/notices/input";
import { newPage } from "@/lib/status-pages/page-input";
import { addPage } from "@/lib/status-pages/save-page";

const DEMO_PAGE = "demo";

const SUPPLIER = "Payment provider";

/** Gives a filled case a public status page with an open notice, and a badge of it. */
export async function addStatusPage(caseId: string, now: Date): Promise<void> {
  const tokenOf = async (name: string) => (await resolveNames(caseId, "groups", [name]))[0];
  const input = {
    slug: DEMO_PAGE,
    title: "Demo jobs",
    description: "The jobs we run every night.",
    visibility: "public",
    groups: [
      {
        name: "Backups",
        components: [
          { name: "Nightly backup", snitch: await tokenOf("Nightly database backup") },
          { name: "All backups", tag: "backups" },
        ],
      },
      {
        name: "Billing",
        components: [{ name: "Card payments", snitch: await tokenOf("Card charges") }, { name: SUPPLIER }],
      },
    ],
  };
  await addPage(caseId, newPage.parse(input), OPERATOR);
  const supplier = (await findPage(caseId, DEMO_PAGE))?.components.find(({ name }) => name === SUPPLIER);
  const notice = {
    pages: [DEMO_PAGE],
    kind: "incident",
    title: "The payment provider is responding slowly",
    state: "monitoring",
    text: "Charges take longer than usual, but **none have failed**. The provider is working on it.",
    affected: [{ component: supplier?.id, impact: "minor" }],
    notify: false,
  };
  await addNotice(caseId, newNotice.parse(notice), now, OPERATOR);
  await addBadge(caseId, newBadge.parse({ subject: `page:${DEMO_PAGE}`, label: "Jobs" }), OPERATOR);
}
