import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { OPERATIONS } from "@/app/v1/operations";
import { PageHeader } from "@/components/page-header";
import { Prose } from "@/components/prose";
import { Link } from "@/components/ui/link";
import { openApi } from "@/lib/api/openapi";
import { OperationSection } from "../operation";
import { RESOURCES } from "../resources";

type ResourcePageProps = { params: Promise<{ resource: string }> };

async function findResource({ params }: ResourcePageProps) {
  const { resource: slug } = await params;
  return RESOURCES.find((resource) => resource.slug === slug) ?? notFound();
}

export async function generateMetadata(props: ResourcePageProps): Promise<Metadata> {
  return { title: `${(await findResource(props)).title} · API reference` };
}

/** What the API can do with one kind of thing. */
export default async function ResourcePage(props: ResourcePageProps) {
  const { title, summary, operations } = await findResource(props);
  const schemas: Record<string, object> = openApi(OPERATIONS).components.schemas;
  return (
    <div className="grid gap-8">
      <div>
        <p className="pb-1 text-sm text-ink-quiet">
          <Link href="/docs/api" className="inline-block min-h-6 hover:text-ink hover:underline">
            API reference
          </Link>
        </p>
        <PageHeader title={title}>
          <Prose text={summary} />
        </PageHeader>
        {operations.length > 1 && (
          <nav aria-label="Contents">
            <ul className="grid gap-x-6 gap-y-1 text-sm">
              {operations.map(({ id, title, method, path }) => (
                <li key={id} className="flex flex-wrap items-baseline gap-x-3">
                  <a href={`#${id}`} className="inline-block min-h-6 text-accent hover:underline">
                    {title}
                  </a>
                  <code className="font-mono text-xs text-ink-quiet wrap-anywhere">
                    {method} {path}
                  </code>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
      {operations.map((operation) => (
        <OperationSection
          key={operation.id}
          operation={operation}
          schema={operation.body && schemas[operation.body.name]}
        />
      ))}
    </div>
  );
}
