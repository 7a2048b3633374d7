import clsx from "clsx";
import { type MarkedToken, marked, type Token, type Tokens } from "marked";
import { createElement, Fragment, type ReactNode } from "react";
import { InlineCode } from "@/components/prose";
import { Code } from "@/components/ui/code";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { headingId, readText } from "./search/passages";

/** What replaces `{{name}}` in a text: words, or components where it is a paragraph of its own. */
type Values = Record<string, ReactNode>;

type MarkdownProps = { text: string; values?: Values };

/** The title of a page is its first line. */
export const readMetadata = (text: string) => ({ title: /^# (.+)/.exec(text)?.[1] });

/** A page of documentation: a title, a paragraph that sums it up, and sections. */
export function MarkdownPage({ text, values = {} }: MarkdownProps) {
  const [title, summary, ...blocks] = parse(text, values);
  return (
    <article className="grid gap-3">
      <header className="grid gap-2">
        <h1 className="text-2xl font-semibold tracking-tight">{inline(title)}</h1>
        <p className="max-w-prose text-lg text-ink-quiet text-pretty">{inline(summary)}</p>
      </header>
      {render(blocks, values)}
    </article>
  );
}

/** A part of a page. */
export const Markdown = ({ text, values = {} }: MarkdownProps) => render(parse(text, values), values);

/** With an id, so that a result of the search can lead to it. */
export const Heading = ({ text, children }: { text: string; children: ReactNode }) => (
  <h2 id={headingId(text)} className="mt-5 scroll-mt-6 text-lg font-semibold tracking-tight">
    {children}
  </h2>
);

function parse(text: string, values: Values): Token[] {
  const filled = text.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${placeholder} has no value.`);
    return typeof value === "string" || typeof value === "number" ? String(value) : placeholder;
  });
  return marked.lexer(filled).filter(({ type }) => type !== "space");
}

/** Without keys: nothing of a text moves. */
const join = (parts: ReactNode[]) => createElement(Fragment, null, ...parts);

const render = (blocks: Token[], values: Values) =>
  join(blocks.map((block, i) => renderBlock(block, values, blocks[i - 1])));

function renderBlock(token: Token, values: Values, before: Token | undefined): ReactNode {
  const block = token as MarkedToken;
  switch (block.type) {
    case "heading":
      return <Heading text={readText(block)}>{inline(block)}</Heading>;
    case "paragraph": {
      const [, component] = /^\{\{(\w+)\}\}$/.exec(block.text) ?? [];
      return component ? values[component] : <p className="max-w-prose leading-6">{inline(block)}</p>;
    }
    case "list":
      return <List {...block} />;
    // After its language it says what it is, for the button that copies it.
    case "code":
      return <Code text={block.text} what={block.lang?.replace(/^\w+ /, "") ?? ""} />;
    // The label of the table below.
    case "html":
      return null;
    case "table":
      return createElement(block.header[1]?.text === "Line" ? LineList : MarkdownTable, {
        table: block,
        label: /^<!-- (.+) -->/.exec(before?.raw ?? "")?.[1] ?? "",
      });
    default:
      throw new Error(`Pages have no ${block.type}: ${block.raw}`);
  }
}

/** The words of a block or of a cell. */
const inline = (block: Partial<Tokens.Generic> = {}) => join((block.tokens ?? []).map(renderInline));

function renderInline(token: Token): ReactNode {
  const part = token as MarkedToken;
  switch (part.type) {
    case "text":
      return part.tokens ? inline(part) : part.text;
    case "escape":
      return part.text;
    case "codespan":
      return <InlineCode text={part.text} />;
    default:
      throw new Error(`Pages have no ${part.type}: ${part.raw}`);
  }
}

const List = ({ ordered, items }: Tokens.List) =>
  createElement(
    ordered ? "ol" : "ul",
    {
      className: clsx(
        "grid max-w-prose gap-2 pl-5 leading-6 marker:text-ink-quiet",
        ordered ? "list-decimal" : "list-disc",
      ),
    },
    ...items.map(renderItem),
  );

const renderItem = (item: Tokens.ListItem) => <li>{inline(item)}</li>;

type MarkdownTableProps = { table: Tokens.Table; label: string };

/** With more than two columns, rows become stacks on narrow screens. */
const MarkdownTable = ({ table: { header, rows }, label }: MarkdownTableProps) => (
  <Table label={label} stacks={header.length > 2} scrolls>
    <Head columns={header.map(({ text }) => text)} />
    <tbody>{join(rows.map(renderRow))}</tbody>
  </Table>
);

const renderRow = (cells: Tokens.TableCell[]) => <Row>{join(cells.map(renderCell))}</Row>;

/** The text of a cell that has nothing but code; otherwise null. */
function codeOf({ tokens: [first, ...others] }: Tokens.TableCell): string | null {
  return first?.type === "codespan" && others.length === 0 ? first.text : null;
}

/** A table of lines to copy, which are too long for a column. */
const LineList = ({ table: { header, rows }, label }: MarkdownTableProps) => (
  <ul aria-label={label} className="grid gap-6">
    {join(rows.map((cells) => renderLine(cells, header)))}
  </ul>
);

function renderLine([tool, line, ...facts]: Tokens.TableCell[], [, , ...names]: Tokens.TableCell[]) {
  if (!tool || !line) return null;
  const code = codeOf(line);
  return (
    <li className="grid gap-1.5 text-sm">
      <p className="text-base font-medium">{inline(tool)}</p>
      {code ? <Code text={code} what={`the line for ${tool.text}`} /> : <p>{inline(line)}</p>}
      {facts.map(
        (fact, i) =>
          fact.text && (
            <p key={names[i]?.text} className="text-ink-quiet">
              {names[i]?.text}: {inline(fact)}
            </p>
          ),
      )}
    </li>
  );
}

function renderCell(cell: Tokens.TableCell, i: number, cells: Tokens.TableCell[]) {
  const code = codeOf(cell);
  const className = clsx(
    i === 0 && (code ? "sm:whitespace-nowrap" : "w-36 font-medium"),
    i === cells.length - 1 && "max-sm:basis-full",
    code && "font-mono wrap-break-word",
  );
  return <Cell className={className}>{code ?? inline(cell)}</Cell>;
}
