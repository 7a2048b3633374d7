import { TEXTS } from "../texts/texts";
import { renderDocument } from "./document";
import { html } from "./html";

type Form = { slug: string; problem: "wrong" | "limit" | null };

/** The form of a page with a password. It says nothing of the page: not even its title, and both of its languages. */
export function renderPasswordForm({ slug, problem }: Form): string {
  const languages = [TEXTS.en, TEXTS.de];
  const both = (name: keyof typeof TEXTS.en) => languages.map((texts) => texts[name]).join(" · ");
  const problems = { wrong: both("passwordWrong"), limit: both("passwordLimit") };
  return renderDocument(
    { language: "en", title: both("passwordTitle"), accent: null, isListed: false },
    html`<h1>${both("passwordTitle")}</h1>
<form method="post" action="/status/${slug}">
${problem && html`<p class="state failed" role="alert" id="problem">${problems[problem]}</p>`}
<label for="password">${both("password")}</label>
<input id="password" name="password" type="password" required maxlength="200" autocomplete="current-password" autofocus${problem && html` aria-invalid="true" aria-describedby="problem"`}>
<p class="quiet">${both("passwordHint")}</p>
<button>${both("open")}</button>
</form>`,
  );
}
