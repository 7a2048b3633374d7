import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { currentCase } from "@/app/sign-in/session";
import { BackLink, PageHeader } from "@/components/page-header";
import { importAction } from "../actions";
import { ImportForm } from "../import-form";
import { findProduct } from "../products";

type ImportPageProps = { params: Promise<{ caseId: string; source: string }> };

async function load(params: ImportPageProps["params"]) {
  const { caseId, source } = await params;
  const { theCase } = await currentCase(caseId, `/import/${source}`, "manage_snitches");
  return { caseId: theCase.id, product: findProduct(source) ?? notFound() };
}

export async function generateMetadata({ params }: ImportPageProps): Promise<Metadata> {
  const { product } = await load(params);
  return { title: `Import from ${product.label}` };
}

export default async function ImportFromPage({ params }: ImportPageProps) {
  const { caseId, product } = await load(params);
  return (
    <div className="max-w-2xl">
      <BackLink href={`/${caseId}/import`}>All products</BackLink>
      <PageHeader title={`Import from ${product.label}`}>
        {product.keeps} What you enter here is not stored. You can import again at any time: existing snitches
        stay as they are.
      </PageHeader>
      <ImportForm
        caseId={caseId}
        fields={product.fields}
        action={importAction.bind(null, caseId, product.source)}
      />
    </div>
  );
}
