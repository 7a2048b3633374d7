import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";
import { groupComponents } from "../group-components";
import { toDataUrl } from "../logo-input";
import type { Language } from "../page-input";
import { dateFormat, fill, TEXTS, type Texts } from "../texts/texts";
import type { PublicState } from "../view/component-state";
import { type PublicComponent, type PublicDay, type PublicPage, pageState } from "../view/public-page";
import { renderDocument } from "./document";
import { type Html, html } from "./html";
import { renderMarkdown } from "./render-markdown";
import { renderOpenNotices, renderPastNotices } from "./render-notices";
import { darkMedia, type Scheme } from "./style";

type Options = {
  /** The address of its Atom feed. */
  feed: string;
  /** The addresses of its logos; otherwise they are in the page. */
  logoUrls?: { logo: string; logoDark: string };
  /** Where its form subscribes readers; by default it has none. */
  subscribe?: string;
  /** In the head: scripts and links. */
  head?: Html;
  /** Its theme; by default that of the reader’s browser. */
  scheme?: Scheme;
};

/** A status page as HTML. */
export function renderPage(page: PublicPage, options: Options): string {
  const { feed, logoUrls, subscribe, head, scheme } = options;
  const texts = TEXTS[page.language];
  const time = dateFormat(page.language, page.timezone);
  const state = pageState(page.components);
  const isCalm = state === "ok" || state === "running";
  const incident = isCalm && page.notices.find(({ kind, endedAt }) => kind === "incident" && !endedAt);
  return renderDocument(
    {
      language: page.language,
      title: page.title,
      accent: page.accent,
      isListed: page.visibility === "public",
      head,
      scheme,
    },
    html`<header>
${renderLogo(page.logo && (logoUrls?.logo ?? toDataUrl(page.logo)), page.logoDark && (logoUrls?.logoDark ?? toDataUrl(page.logoDark)), scheme)}
<h1>${page.title}</h1>
${
  incident
    ? html`<p class="sum late" role="status">${fill(texts.openIncident, { title: incident.title })}</p>`
    : html`<p class="sum ${state}" role="status">${sentence(page, texts)}</p>`
}
<p class="quiet">${texts.asOf} <time datetime="${page.asOf.toISOString()}">${time.format(page.asOf)}</time></p>
${renderMarkdown(page.description)}
</header>
${renderOpenNotices(page.notices, { texts, time })}
${groupComponents(page.components, ({ group }) => group).map(({ name, components }) => renderGroup(name, components, page, texts))}
${renderLegend(page.components, texts)}
${renderPastNotices(page.notices, { texts, time })}
${
  subscribe !== undefined &&
  html`<form method="post" action="${subscribe}"><h2>${texts.subscribe}</h2>
<label for="email">${texts.email}</label><input id="email" name="email" type="email" required maxlength="254" autocomplete="email">
<p class="quiet">${texts.subscribeHint}</p><button>${texts.subscribe}</button></form>`
}
<footer class="quiet">
${
  page.links.length > 0 &&
  html`<ul class="links">${page.links.map(({ name, url }) => html`<li><a href="${url}" rel="nofollow noopener">${name}</a></li>`)}</ul>`
}
${renderMarkdown(page.footer)}
<p><a href="${feed}">${texts.feed}</a></p>
<p>${fill(texts.times, { timezone: page.timezone })} ${page.timezone !== "UTC" && texts.utcDays} ${texts.method}</p>
</footer>`,
  );
}

const SENTENCES = {
  ok: "allOk",
  running: "allOk",
  late: "allLate",
  failed: "allFailed",
  maintenance: "allMaintenance",
  unknown: "allUnknown",
} as const satisfies Record<PublicState, keyof Texts>;

/** What a page says in one sentence: that everything ran, or the worst. */
export function sentence(page: Pick<PublicPage, "components" | "jobs" | "inOrder">, texts: Texts): string {
  const { components, jobs, inOrder } = page;
  const state = pageState(components);
  if (jobs > 0) return fill(texts[SENTENCES[state]], { jobs, inOrder });
  return state === "failed" ? texts.noJobsFailed : state === "late" ? texts.noJobsLate : texts.noJobs;
}

const renderLogo = (logo: string | null, dark: string | null, scheme?: Scheme) =>
  (logo ?? dark) &&
  html`<picture>${dark && html`<source srcset="${dark}" media="${darkMedia(scheme)}">`}<img src="${logo ?? dark}" alt=""></picture>`;

const renderGroup = (name: string, components: PublicComponent[], page: PublicPage, texts: Texts): Html =>
  html`<section>${name !== "" && html`<h2>${name}</h2>`}
<ul class="list">${components.map((component) => renderComponent(component, page, texts))}</ul></section>`;

function renderComponent(component: PublicComponent, { language }: PublicPage, texts: Texts): Html {
  const { name, state, jobs, inOrder, share90d, meanMs, days } = component;
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  // A group that has no name has no heading above those of its components.
  const heading = component.group === "" ? html`<h2>${name}</h2>` : html`<h3>${name}</h3>`;
  const figures = [
    ...(jobs > 1 ? [fill(texts.of, { inOrder, jobs })] : []),
    ...(days.length === 0
      ? []
      : [share90d === null ? texts.noShare : fill(texts.share, { share: number.format(share90d) })]),
    ...(meanMs === null ? [] : [fill(texts.duration, { duration: formatDuration(meanMs, number, texts) })]),
  ];
  return html`<li><div class="row">${heading}<span class="state ${state}">${formatState(component, texts)}</span></div>
${days.length > 0 && renderDays(component, language, texts)}
${figures.length > 0 && html`<p class="quiet">${figures.join(" · ")}</p>`}</li>`;
}

/** External services have no runs: only notices state how they are. */
function formatState({ state, days }: PublicComponent, texts: Texts): string {
  if (days.length > 0) return texts[state];
  return state === "failed"
    ? texts.failedElsewhere
    : state === "late"
      ? texts.lateElsewhere
      : texts.okElsewhere;
}

function renderDays({ name, days }: PublicComponent, language: Language, texts: Texts): Html {
  const date = dateFormat(language, "UTC", { day: "numeric", month: "long" });
  return html`<ol class="days" aria-label="${fill(texts.days, { name })}">${days.map((day, i) => {
    const [look, isLast] = [lookOf(day), i === days.length - 1];
    // Anyone who has the page read out hears of the days on which something happened, and of each one that they go to.
    const isQuiet = !isLast && (look === "ok" || look === "none");
    return html`<li class="${look}" tabindex="${isLast ? 0 : -1}"><span${isQuiet && html` aria-hidden="true"`}>${describeDay(day, date, texts)}</span></li>`;
  })}</ol>
<p class="from quiet" aria-hidden="true">${[days[0], days.at(-1)].flatMap((day) => (day ? html`<span>${formatDay(day, date)}</span>` : []))}</p>`;
}

const LOOKS = ["ok", "late", "partly", "failed", "maintenance", "unknown", "none"] as const;
type Look = (typeof LOOKS)[number];

/** What the bars of days mean that the page has. */
function renderLegend(components: PublicComponent[], texts: Texts): Html | false {
  const looks = new Set(components.flatMap(({ days }) => days.map(lookOf)));
  return (
    looks.size > 0 &&
    html`<ul class="legend quiet">${LOOKS.filter((look) => looks.has(look)).map((look) => html`<li class="${look}">${texts[look]}</li>`)}</ul>`
  );
}

const formatDay = ({ date }: PublicDay, format: Intl.DateTimeFormat) =>
  format.format(new Date(`${date}T00:00Z`));

const lookOf = ({ ok, late, failed, excused, unknown }: PublicDay): Look => {
  if (failed > 0) return ok + late > 0 ? "partly" : "failed";
  if (late > 0) return "late";
  if (ok > 0) return "ok";
  return excused > 0 ? "maintenance" : unknown > 0 ? "unknown" : "none";
};

/** What became of a day, such as “10 March: 1 of 2 on time, 1 in maintenance”. */
export function describeDay(day: PublicDay, date: Intl.DateTimeFormat, texts: Texts): string {
  const { ok, late, failed, excused, unknown } = day;
  const all = ok + late + failed;
  const values = { date: formatDay(day, date), ok, all };
  const rest = [
    ...(late > 0 ? [fill(texts.dayLate, { count: late })] : []),
    ...(excused > 0 ? [fill(texts.dayExcused, { count: excused })] : []),
    ...(unknown > 0 ? [fill(texts.dayUnknown, { count: unknown })] : []),
  ];
  if (all > 0) return [fill(texts.dayRan, values), ...rest].join(", ");
  return rest.length > 0 ? `${values.date}: ${rest.join(", ")}` : fill(texts.dayNothing, values);
}

function formatDuration(ms: number, number: Intl.NumberFormat, texts: Texts): string {
  if (ms >= HOUR_MS) return fill(texts.hours, { count: number.format(ms / HOUR_MS) });
  if (ms >= MINUTE_MS) return fill(texts.minutes, { count: number.format(Math.round(ms / MINUTE_MS)) });
  return fill(texts.seconds, { count: number.format(ms / SECOND_MS) });
}
