import type { Tone } from "./theme";

/** The content of an email. Its HTML part and its text part are both rendered from this. */
export type MailContent = {
  /** By default English. */
  language?: string;
  subject: string;
  /** The name of the case it is about, shown at the top. */
  about?: string;
  badge?: { tone: Tone; mark: string; label: string };
  title: string;
  /** What happened, in one sentence. */
  lead: string;
  facts?: Fact[];
  /** Text written by users or jobs, shown as they wrote it. */
  quotes?: Quote[];
  button: Link;
  /** What else the reader may want to do, as links next to the button. */
  otherButtons?: Link[];
  closing: Closing;
  /** What else the reader of this address must know, after the closing. */
  footnotes?: Closing[];
};

/** A sentence, which the words of a link may end. */
export type Closing = { words: string; link?: Link };

/** `url`: where it leads. */
export type Fact = { label: string; value: string; url?: string };
export type Quote = { label: string; body: string; as: "output" | "prose" };
export type Link = { label: string; url: string };
