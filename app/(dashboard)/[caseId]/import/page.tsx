import type { Metadata } from "next";
import { currentCase } from "@/app/sign-in/session";
import { PageHeader } from "@/components/page-header";
import { Link } from "@/components/ui/link";
import { PRODUCTS } from "./products";

export const metadata: Metadata = { title: "Import" };

export default async function ImportPage({ params }: { params: Promise<{ caseId: string }> }) {
  const { theCase } = await currentCase((await params).caseId, "/import", "manage_snitches");
  return (
    <>
      <PageHeader title="Import">
        Import your jobs from another product. They keep their identifiers, so only the host in each job’s
        address changes. You see a preview before anything is added.
      </PageHeader>
      <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
        {PRODUCTS.map(({ source, label, needs }) => (
          <li key={source} className="grid">
            <Link
              href={`/${theCase.id}/import/${source}`}
              className="grid content-start gap-0.5 rounded-lg border border-line px-3.5 py-3 transition-colors hover:border-ink-quiet/50 hover:bg-surface-quiet"
            >
              <span className="font-medium">{label}</span>
              <span className="text-sm text-ink-quiet">{needs}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
