import { cut } from "@/lib/rules/cut";
import { longText } from "./settings";

const RUN = "id rid env host started_at ended_at exit_status duration_ms reported_ms usual_ms failed_check";

const under = (prefix: string, names: string) => names.split(" ").map((name) => `${prefix}.${name}`);

/** The names that a template may have between braces: those of the event, and no object. */
export const TEMPLATE_NAMES: string[] = [
  "type",
  "timestamp",
  ...under("data.snitch", "token name notes tags status previous_status url"),
  "data.cause",
  ...under("data.incident", "id opened_at severity cause"),
  ...under("data.run", RUN),
  ...under("data.reported_late", "at received_at"),
];

// A template that repeats long notes must not make a request of any size.
const MAX_NAMES = 50;
const MAX_VALUE = 10_000;

const TAG = /\{\{([^{}]*)\}\}/g;

export const JSON_TYPE = "application/json";

type Escape = (value: string) => string;

const escapeJson: Escape = (text) => JSON.stringify(text).slice(1, -1);
const escapeMarkup: Escape = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const isJson = (contentType: string) => /^[^;]*[/+]json\s*(;|$)/i.test(contentType);

/** People who may name a snitch are not those who may write the template, so that no value may end what it stands in. */
function escapeFor(contentType: string): Escape {
  if (isJson(contentType)) return escapeJson;
  if (/x-www-form-urlencoded/i.test(contentType)) return encodeURIComponent;
  return /[/+](xml|html)/i.test(contentType) ? escapeMarkup : (text) => text;
}

function findValue(event: unknown, name: string): string {
  let value = event;
  for (const part of name.split("."))
    value =
      value !== null && typeof value === "object" && Object.hasOwn(value, part)
        ? Reflect.get(value, part)
        : null;
  return String(value ?? "")
    .slice(0, MAX_VALUE)
    .toWellFormed();
}

/** The body of a request: the template with the values of an event. What the event does not have is empty. */
export function renderBody(template: string, event: unknown, contentType: string): string {
  const escapeValue = escapeFor(contentType);
  return template.replace(TAG, (_, name: string) => escapeValue(findValue(event, name.trim())));
}

/** What is wrong with a template; null if nothing is. */
export function findBodyProblem(template: string, contentType: string): string | null {
  if (template === "") return null;
  const names = [...template.matchAll(TAG)].map(([, name = ""]) => name.trim());
  const unknown = names.find((name) => !TEMPLATE_NAMES.includes(name));
  if (unknown !== undefined)
    return `has {{${cut(unknown, 40)}}}, which isn’t a field of the event. Use ${TEMPLATE_NAMES.slice(0, 4).join(", ")}, …`;
  if (template.replace(TAG, "").includes("{{") || template.includes("{{{"))
    return "must have two braces on each side of a name, as in {{data.snitch.name}}";
  if (names.length > MAX_NAMES) return `has too many names in braces (maximum is ${MAX_NAMES})`;
  // If this is valid JSON, each name stands inside a text, where every escaped value is as good.
  const sample = template.replace(TAG, () => escapeJson('x"'));
  return isJson(contentType) && !isValidJson(sample)
    ? "must be valid JSON, with each {{name}} inside quotes, or a header must set another Content-Type"
    : null;
}

function isValidJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The template of the body of a webhook. What is wrong with it depends on its headers: see `webhook`. */
export const webhookBody = longText(
  {
    title: "Body",
    description:
      "Sent instead of the event shown on the Webhooks page. Names such as `{{data.snitch.name}}` are replaced by its values.",
    example: '{"text": "{{data.snitch.name}} is {{data.snitch.status}}"}',
  },
  10_000,
);
