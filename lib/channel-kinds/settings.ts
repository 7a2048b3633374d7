import { z } from "zod";

// The settings of channels, as people and clients send them. Each refuses with a sentence that says what to do.

type Described = { title: string; description: string; example: string };

const MAX_CHARACTERS = 2_000;

const text = z
  .string({
    error: ({ input }) => (input === undefined || input === null ? "can't be blank" : "must be text"),
  })
  .trim()
  .min(1, "can't be blank")
  .max(MAX_CHARACTERS, `is too long (maximum is ${MAX_CHARACTERS.toLocaleString("en")} characters)`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they would break out of a header or a URL.
  .regex(/^[^\u0000-\u001f\u007f]*$/, "must not contain control characters");

const describedAs = <Schema extends z.ZodType>(schema: Schema, { title, description, example }: Described) =>
  schema.meta({ title, description, examples: [example] });

/** A text that matches `pattern`; `message` says what it must be. */
export const matching = (pattern: RegExp, message: string, described: Described) =>
  describedAs(text.regex(pattern, message), described);

/** Any text. */
export const anyText = (described: Described) => describedAs(text, described);

/** A text of several lines that may be left out, which is the same as an empty one. `findProblem`: what is wrong with it, or null. */
export const longText = (
  described: Described,
  maxCharacters: number,
  findProblem: (value: string) => string | null = () => null,
) =>
  z
    .string({ error: "must be text" })
    .optional()
    // Browsers end lines so.
    .transform((value = "") => value.replaceAll("\r\n", "\n").trim().toWellFormed())
    .superRefine((value, context) => {
      // A lone CR would end a header.
      const problem = /[^\n\t\u0020-\u007e\u0080-\uffff]/.test(value)
        ? "must not contain control characters"
        : findProblem(value);
      if (value.length > maxCharacters)
        context.addIssue(`is too long (maximum is ${maxCharacters.toLocaleString("en")} characters)`);
      else if (problem) context.addIssue(problem);
    })
    .meta({
      title: described.title,
      description: described.description,
      examples: [described.example],
      isLong: true,
    });

/** A setting that may be left out, which is the same as an empty text. */
export const optional = <Schema extends z.ZodType<string, string | undefined>>(schema: Schema) =>
  z
    .union([z.literal(""), schema], { error: "must be text" })
    .optional()
    .transform((value) => value ?? "")
    .meta(schema.meta() ?? {});

/** One of these values, the first unless another is given. */
export const oneOf = <Value extends string>(values: readonly [Value, ...Value[]], described: Described) =>
  describedAs(z.enum(values, { error: `must be one of ${values.join(", ")}` }).default(values[0]), described);

/** Whether a host name is in the list, in which `*.example.com` includes all names below it. */
export const isHostIn = (hostname: string, hosts: string[]) =>
  hosts.some((host) =>
    host.startsWith("*.")
      ? hostname.endsWith(host.slice(1)) && hostname.length > host.length - 1
      : hostname === host,
  );

const parsed = (value: string) => (URL.canParse(value) ? new URL(value) : null);

/** The URL of a service that gives each channel one: https, on one of its hosts, with a path that matches. */
export const serviceUrl = (hosts: string[], path: RegExp, described: Described) =>
  describedAs(
    text.refine(
      (value) => {
        const url = parsed(value);
        return (
          url?.protocol === "https:" &&
          !url.username &&
          !url.port &&
          isHostIn(url.hostname, hosts) &&
          path.test(url.pathname + url.search)
        );
      },
      { error: `must be a URL such as ${described.example}` },
    ),
    described,
  );

/** What is wrong with the URL of a receiver; null if nothing is. */
function findUrlProblem(value: string): string | null {
  const url = parsed(value);
  if (!url) return "must be a URL such as https://example.com/hook";
  if (url.protocol !== "https:" && url.protocol !== "http:") return "must start with https:// or http://";
  return isDecodable(url.username) && isDecodable(url.password)
    ? null
    : "must have its user name and password percent-encoded (write % as %25)";
}

function isDecodable(value: string): boolean {
  try {
    decodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}

/** Any URL, with credentials in it or not. */
export const anyUrl = (described: Described) =>
  describedAs(
    text.transform((value, context) => {
      const problem = findUrlProblem(value);
      if (problem === null) return new URL(value).toString();
      context.addIssue(problem);
      return z.NEVER;
    }),
    described,
  );

/** The base URL of a server that people run themselves, without a slash at its end. `preset`: the one that is public, unless another is given. */
export const serverUrl = (described: Described, preset?: string) => {
  const url = text
    .refine(
      (value) => {
        const url = parsed(value);
        return (url?.protocol === "https:" || url?.protocol === "http:") && !url.search && !url.hash;
      },
      { error: `must be a URL such as ${described.example}` },
    )
    .refine((value) => !parsed(value)?.username, { error: "can’t contain a user name or password" })
    .transform((value) => value.replace(/\/+$/, ""));
  return describedAs(preset ? optional(url).transform((value) => value || preset) : url, described);
};
