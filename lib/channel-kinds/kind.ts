import type { z } from "zod";
import type { Told } from "./told";

/** One request. `url` and `headers` may contain secrets, so that a request is never saved: it is made anew for each attempt. */
export type Outgoing = {
  method: "GET" | "POST" | "PUT" | "PATCH";
  url: string;
  headers: Record<string, string>;
  body: string;
};

/** The response to a request. `text` is its beginning, at most 64 kB. Header names are in lower case. */
export type Answer = { status: number; headers: Record<string, string | undefined>; text: string };

/** What a response means. */
export type Judgement =
  /** `ref`: how the receiver names what it has made of the message, for later messages about the same incident. */
  | { kind: "accepted"; ref?: string }
  /**
   * Try again. `afterMs`: the receiver asks to wait so long, which is no failure. `settings`: what to change in the settings
   * before the next attempt, which is made at once.
   */
  | { kind: "retry"; afterMs?: number; settings?: Record<string, string> }
  /**
   * Never try this message again. `switchOff`: nor any other. `why`: a sentence for people, with what to do. `isGone`: the
   * receiver no longer exists, and nobody need do anything: the channel is removed.
   */
  | { kind: "final"; switchOff: boolean; why: string; isGone?: boolean };

/**
 * One kind of channel. All functions are pure: leases, order, sending, retries and history are shared by all kinds
 * (`lib/channels`). To add a kind, write one file with its test, and list it in `find.ts`.
 */
export type ChannelKind<Settings extends Record<string, string> = Record<string, string>> = {
  /** Its name in the API. */
  kind: string;
  /** The name of the service, as people know it. */
  label: string;
  /** Parses the settings. Each has a `title`, a `description` that says where to find it, and `examples` as its metadata. */
  settings: z.ZodObject & z.ZodType<Settings>;
  /** The settings that are written and never read back. */
  secrets: (keyof Settings & string)[];
  /** Where requests go: these host names (`*.example.com` includes all below), or the host that people enter. */
  hosts: string[] | "any";
  /** Whether an incident is one object at the receiver, which is opened, acknowledged and resolved. If it ends unknown, nothing is sent. */
  stateful: boolean;
  /** How many messages a channel sends at most in a calendar month (UTC), because each costs money. Absent if none does. */
  monthlyQuota?: number;
  /** The requests that tell it, one after another; none if there is nothing to say. `ref`: from an earlier message about the incident. */
  requestsOf: (told: Told, settings: Settings, ref: string | null) => Outgoing[];
  /** What the response to one of these requests means. */
  judge: (answer: Answer, request: Outgoing) => Judgement;
};

/** A kind whose settings are known only to itself. */
// biome-ignore lint/suspicious/noExplicitAny: a list of kinds has settings of all types, and each kind parses its own.
export type AnyKind = ChannelKind<any>;

/** A request with a JSON body. */
export const jsonRequest = (
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
  method: Outgoing["method"] = "POST",
): Outgoing => ({
  method,
  url,
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify(body),
});
