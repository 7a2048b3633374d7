import { createElement, Fragment } from "react";

/** A text in which `backticks` mark code. */
export function Prose({ text }: { text: string }) {
  const parts = text.split("`").map((part, i) => (i % 2 === 0 ? part : code(part)));
  return createElement(Fragment, null, ...parts);
}

const code = (text: string) => <InlineCode text={text} />;

export const InlineCode = ({ text }: { text: string }) => (
  <code className="rounded bg-surface-quiet px-1 py-0.5 font-mono wrap-anywhere">{text}</code>
);
