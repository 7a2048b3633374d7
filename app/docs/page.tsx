import { listValues } from "./[page]/values";
import { MarkdownPage, readMetadata } from "./markdown";
import text from "./page.md";

export const metadata = readMetadata(text);

const FirstSnitch = () => <MarkdownPage text={text} values={listValues()} />;

export default FirstSnitch;
