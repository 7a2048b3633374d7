import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { MarkdownPage, readMetadata } from "../markdown";
import { TEXTS } from "../search/texts";
import { listValues } from "./values";

type DocsPageProps = { params: Promise<{ page: string }> };

const findText = async ({ params }: DocsPageProps) => TEXTS[`/docs/${(await params).page}`] ?? notFound();

export const generateMetadata = async (props: DocsPageProps): Promise<Metadata> =>
  readMetadata(await findText(props));

/** A page of the documentation for users. */
export default async function DocsPage(props: DocsPageProps) {
  return <MarkdownPage text={await findText(props)} values={listValues()} />;
}
