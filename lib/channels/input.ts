import { z } from "zod";
import { findKind, KINDS } from "@/lib/channel-kinds/find";
import { invalid } from "@/lib/platform/refusal";
import { applyInput, type ColumnsOf, defaultsOf, inputsOf } from "@/lib/platform/setting";
import { trimmedText } from "@/lib/platform/text-input";
import { ANY_TIME } from "@/lib/rules/notifications/channel-hours";
import type { Route } from "@/lib/rules/notifications/route";
import { findHoursProblems, ROUTING } from "./routing";

/** The kinds of channels that people and clients can add. Browsers add themselves. */
export const KIND_NAMES = KINDS.map(({ kind }) => kind);

export type ChannelInput = {
  kind: string;
  name: string;
  /** Parsed: all settings of the kind are there. */
  settings: Record<string, string>;
  route: Route;
  isDefault: boolean;
};

const name = trimmedText(100)
  .nullable()
  .transform((value) => value ?? "")
  .meta({ description: "The name people see. By default, the name of its service.", examples: ["On-call"] });

const settings = z
  .record(z.string(), z.unknown(), { error: "must be an object with the settings of its kind" })
  .meta({
    description:
      "The settings of its kind: see the Channels page. Secrets are write-only. A webhook has `url` and optionally `headers` (secret; one `Name: value` per line) and `body` (a template).",
    examples: [{ url: "https://hooks.slack.com/services/T000/B000/XXXX" }],
  });

const routing = z.object(inputsOf(ROUTING), { error: "must be an object" }).partial().meta({
  description:
    "Which alerts it receives, by tag, severity and cause, and when. Omit it for all of them at any time.",
});

/** The route of a channel of this kind after a change: what is left out stays. Refuses hours that are wrong. */
export function mergeRoute(
  kind: string,
  input: z.output<typeof routing>,
  before: ColumnsOf<typeof ROUTING> = defaultsOf(ROUTING),
): Pick<ChannelInput, "route" | "isDefault"> {
  const problems = findHoursProblems(kind, input, before);
  if (problems.length > 0)
    throw invalid(problems.map(({ name, message }) => ({ attribute: `routing.${name}`, message })));
  const { isDefault, ...route } = applyInput(ROUTING, input, before);
  return { route: route.hours ? route : { ...route, ...ANY_TIME }, isDefault };
}

/** A new channel, as clients send it. */
export const newChannel = z.object({
  kind: z
    .enum(KIND_NAMES, {
      error: ({ input }) =>
        input === "web_push"
          ? "is added in the browser that will be notified"
          : `must be one of ${KIND_NAMES.join(", ")}`,
    })
    .meta({ description: "The service that it sends to.", examples: ["slack"] }),
  name: name.optional(),
  settings: settings.optional(),
  routing: routing.optional(),
});

/** Changes of a channel, as clients send them. Settings that are left out stay. */
export const channelChanges = z.object({
  kind: z.string().optional().meta({ description: "Can’t be changed: a different value is refused." }),
  name: name.optional(),
  settings: settings.optional(),
  routing: routing.optional(),
  enabled: z
    .boolean({ error: "must be true or false" })
    .optional()
    .meta({ description: "While false, nothing is sent." }),
});

/** Checks the settings of a new channel. Refuses with the name of each setting that is wrong. */
export const channelInput = (input: z.output<typeof newChannel>): ChannelInput => ({
  kind: input.kind,
  name: input.name ?? "",
  settings: parseSettings(input.kind, input.settings ?? {}),
  ...mergeRoute(input.kind, input.routing ?? {}),
});

/** The settings of a kind, parsed. Refuses with the attribute `settings.url`, and so on, for each that is wrong or unknown. */
export function parseSettings(kind: string, input: Record<string, unknown>): Record<string, string> {
  // Clients may send a webhook more than its URL: the API has always ignored it.
  const names = kind === "webhook" ? Object.keys(input) : listSettingNames(kind);
  const unknown = Object.keys(input).filter((key) => !names.includes(key));
  if (unknown.length > 0)
    throw invalid(
      unknown.map((key) =>
        attributeError(
          key.slice(0, 100).toWellFormed(),
          `is not a setting of ${kind}, which has ${listSettingNames(kind).join(", ")}`,
        ),
      ),
    );
  const result = findKind(kind).settings.safeParse(input);
  if (result.success) return result.data;
  throw invalid(
    result.error.issues.map(({ path, message }) => attributeError(String(path[0] ?? ""), message)),
  );
}

const attributeError = (key: string, message: string) => ({
  attribute: key ? `settings.${key}` : "settings",
  message,
});

/** The names of the settings of a kind, in the order of its form. */
export const listSettingNames = (kind: string): string[] => Object.keys(findKind(kind).settings.shape);
