import type { Language } from "../page-input";
import { Html, html } from "./html";
import { pageStyle, type Scheme } from "./style";

type Options = {
  language: Language;
  title: string;
  accent: string | null;
  /** Whether search engines may list it. */
  isListed: boolean;
  scheme?: Scheme;
  head?: Html;
};

/** A whole page, which needs no script and loads nothing from elsewhere. */
export const renderDocument = (options: Options, main: Html): string =>
  html`<!doctype html>
<html lang="${options.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${options.scheme ?? "light dark"}">
<title>${options.title}</title>
${options.isListed ? null : html`<meta name="robots" content="noindex">`}
<style>${new Html(pageStyle(options.accent, options.scheme))}</style>
${options.head ?? null}
</head>
<body>
<main>${main}</main>
</body>
</html>
`.text;
