/**
 * Which requests count as check-ins, and what they mean, as Healthchecks has it. Keywords are separated by commas, and a letter
 * matches only itself.
 */
export type Filters = {
  /** “POST”: requests with other methods are ignored. Empty: all methods count. */
  methods: "" | "POST";
  /** Where keywords are looked for. */
  inSubject: boolean;
  inBody: boolean;
  inHttpBody: boolean;
  successKeywords: string;
  failureKeywords: string;
  startKeywords: string;
  /** Without any keyword a request is a failure; otherwise it is ignored. */
  failsByDefault: boolean;
  /** Whether check-ins never end a pause. Absent if they do. */
  manualResume?: boolean;
};

/**
 * What keywords are looked for in: the body of a request over HTTP, or the subject and the text of an email. `kept`: the text that
 * an email without a keyword is kept with.
 */
export type FilteredText =
  | { via: "http"; body: string }
  | { via: "mail"; subject: string; body: string; kept?: string };

/** The method of a check-in that came by email. */
export const MAIL_METHOD = "EMAIL";

/** What a request means. `unchanged`: the filters do not apply to it. */
export type FilteredMeaning = "unchanged" | "success" | "failure" | "start" | "ignored";

/**
 * What a request or an email means. `text` is null if it says itself what it means, such as `/<token>/fail`: then keywords do
 * not count.
 */
export function filter(filters: Filters, method: string, text: FilteredText | null): FilteredMeaning {
  if (filters.methods !== "" && method !== MAIL_METHOD && method !== filters.methods) return "ignored";
  const searched = text && searchedIn(filters, text);
  return searched === null ? "unchanged" : chooseMeaning(filters, searched);
}

/** The text in which keywords are looked for; null if the filters do not look at requests of this kind. */
function searchedIn({ inSubject, inBody, inHttpBody }: Filters, text: FilteredText): string | null {
  if (text.via === "http") return inHttpBody ? text.body : null;
  if (!inSubject && !inBody) return null;
  return [...(inSubject ? [text.subject] : []), ...(inBody ? [text.body] : [])].join("\n");
}

function chooseMeaning(filters: Filters, text: string): FilteredMeaning {
  if (hasKeyword(text, filters.failureKeywords)) return "failure";
  if (hasKeyword(text, filters.successKeywords)) return "success";
  if (hasKeyword(text, filters.startKeywords)) return "start";
  return filters.failsByDefault ? "failure" : "ignored";
}

/** White space around a keyword does not belong to it, and an empty one is in no text. */
const hasKeyword = (text: string, keywords: string) =>
  keywords.split(",").some((keyword) => keyword.trim() !== "" && text.includes(keyword.trim()));
