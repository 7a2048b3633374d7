import type { z } from "zod";
import type { Notification } from "@/lib/rules/messages/notification";

/** One request. `url` and `headers` may contain secrets, so that a request is never saved: each attempt builds it again. */
export type Outgoing = {
  method: "GET" | "POST" | "PUT" | "PATCH";
  url: string;
  headers: Record<string, string>;
  body: string;
};

/** The response to a request. `text` is its beginning, at most 64 kB. Header names are in lower case. */
export type ReceiverResponse = { status: number; headers: Record<string, string | undefined>; text: string };

/** What a response means. */
export type ResponseOutcome =
  /** `ref`: how the receiver names what it has made of the message, for later messages about the same incident. */
  | { kind: "accepted"; ref?: string }
  /**
   * Try again. `afterMs`: the receiver asks to wait so long, which is not a failure. `settings`: what to change in the settings
   * before the next attempt, which is made at once.
   */
  | { kind: "retry"; afterMs?: number; settings?: Record<string, string> }
  /**
   * Never try this message again. `switchOff`: nor any other. `why`: a sentence for people, with what to do. `isGone`: the
   * receiver no longer exists, and no one need do anything: the channel is removed.
   */
  | { kind: "final"; switchOff: boolean; why: string; isGone?: boolean };

/** A response that will be the same next time. `text`: only if the response matches it. */
export type FinalResponse = {
  status: number | number[];
  text?: RegExp;
  why: string;
  switchOff?: boolean;
  isGone?: boolean;
};

/** Where the gallery shows a kind. */
export type GroupName = "chat" | "on-call" | "push" | "own";

/**
 * What a request is signed with. `id`: of the delivery. `at`: of the attempt. `secrets`: those of the channel, the newest first; for
 * a day after a rotation there are two.
 */
export type Signing = { id: string; at: Date; secrets: string[] };

/**
 * One kind of channel. All functions are pure: leases, order, sending, retries and history are shared by all kinds
 * (`lib/delivery`). To add a kind, write one file with its test, and list it in `find.ts`.
 */
export type ChannelKind<
  Settings extends Record<string, string> = Record<string, string>,
  Message = Notification,
> = {
  /** Its name in the API, in snake_case. It never changes. */
  kind: string;
  /** The name of the service, as people know it. */
  label: string;
  /** The background of its mark, as `#rrggbb`: white letters must be readable on it. A colour near that of the service is found sooner. */
  color: string;
  group: GroupName;
  /** What people do to set it up, in a line of the gallery: 10 to 62 characters, a capital first, no full stop. */
  needs: string;
  /** Parses the settings. Each has a `title`, a `description` that says where to find it, and `examples` as its metadata. */
  settings: z.ZodObject & z.ZodType<Settings>;
  /** Ways to set it up that exclude each other, by their names: the settings of each. Absent if there is one. */
  ways?: Record<string, (keyof Settings & string)[]>;
  /** The secret by which its receiver signs what it sends us (`/v1/hooks/<id of the channel>`). It is never sent. */
  hookSecret?: keyof Settings & string;
  /** The settings that are written and never read back. */
  secrets: (keyof Settings & string)[];
  /** What a receiver could repeat of a secret besides the whole of it. Absent if there is nothing. */
  secretParts?: (settings: Settings) => string[];
  /** Settings that came later, and are shown only if they have a value: without them, programs read what they always did. */
  omitsEmpty?: (keyof Settings & string)[];
  /** How settings that contain something secret are shown to those who manage the channel. Files and the audit log leave them out. */
  masks?: { [Name in keyof Settings]?: (value: string) => string };
  /** Where requests go: these host names (`*.example.com` includes all below), or the host that people enter. */
  hosts: string[] | "any";
  /** Present if people may enter a server of their own as `url`, in place of `hosts`. */
  takesUrl?: true;
  /** An address that people open on a phone to get the messages. The page of a channel shows it as a QR code. Absent if there is none. */
  subscribeUrl?: (settings: Settings) => string;
  /** Whether an incident is one object at the receiver, which is opened, acknowledged and resolved. If it ends unknown, nothing is sent. */
  stateful: boolean;
  /**
   * Present if its receiver is a program that knows each message by the id of the delivery: messages are sent at once and in any order,
   * none takes the place of another, and one may arrive twice. Absent if those of an incident are sent one after another
   * (`lib/rules/notifications/turn.ts`).
   */
  takesEvents?: true;
  /** Present if notes about an incident follow its first message, as a `NoteMessage`, once that has a reference. */
  takesNotes?: true;
  /** Whether a channel with these settings has buttons whose presses we fetch from its service. Absent if none has. */
  hasButtons?: (settings: Settings) => boolean;
  /** Present if a channel without a name is called by its host, because people distinguish several by that. Absent if by its `label`. */
  isNamedByHost?: true;
  /** How many messages a channel sends at most in a calendar month (UTC), because each costs money. Absent if none does. */
  monthlyQuota?: number;
  /** The message saved as JSON with the first attempt, so that all attempts say the same. Absent if that is the notification. */
  toMessage?: (notification: Notification) => Message;
  /** The requests to send, one after another; none if there is nothing to say. `ref`: from an earlier message about the incident. */
  buildRequests: (message: Message, settings: Settings, ref: string | null) => Outgoing[];
  /** The headers that sign a request, again in each attempt. Present if people get the secret of a new channel. */
  sign?: (request: Outgoing, signing: Signing) => Record<string, string>;
  /** What the response to one of these requests means, or the responses that are final: see `interpretWith`. */
  interpret: FinalResponse[] | ((response: ReceiverResponse, request: Outgoing) => ResponseOutcome);
};

/** A kind whose settings and messages are known only to itself. */
// biome-ignore lint/suspicious/noExplicitAny: a list of kinds has settings of all types, and each kind parses its own.
export type AnyKind = ChannelKind<any, any>;

/** The settings that neither files nor the audit log contain. */
export const listConfidential = ({ secrets, masks = {} }: AnyKind): string[] => [
  ...secrets,
  ...Object.keys(masks),
];

/** The part of a notification that is saved, so that all attempts say the same. */
export const writeMessage = ({ toMessage }: AnyKind, notification: Notification): string =>
  JSON.stringify(toMessage ? toMessage(notification) : notification);

/** The header of a token. */
export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

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
