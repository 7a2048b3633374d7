import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { MarkdownPage, readMetadata } from "../markdown";
import { TEXTS } from "../search/texts";
import { listValues } from "./values";
import { withAddresses } from "./with-addresses";

type DocsPageProps = {
  params: Promise<{ page: string }>;
  /** Whose URL the examples contain. */
  searchParams: Promise<{ snitch?: string | string[] }>;
};

const findText = async ({ params }: DocsPageProps) => TEXTS[`/docs/${(await params).page}`] ?? notFound();

export const generateMetadata = async (props: DocsPageProps): Promise<Metadata> =>
  readMetadata(await findText(props));

/** A page of the documentation for users. */
export default async function DocsPage(props: DocsPageProps) {
  const { snitch } = await props.searchParams;
  return <MarkdownPage text={withAddresses(await findText(props), snitch)} values={listValues()} />;
}
