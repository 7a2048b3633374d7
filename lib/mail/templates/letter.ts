import type { Tone } from "./look";
import { textOf } from "./text";

/** What a mail says. Its HTML and its text are both written from this, so that neither knows more. */
export type Letter = {
  subject: string;
  /** What it is about, at the very top: the name of a case. */
  about?: string;
  badge?: { tone: Tone; mark: string; label: string };
  title: string;
  /** What happened, in one sentence. */
  lead: string;
  facts?: Fact[];
  /** Text by other people, shown as they wrote it. */
  quotes?: Quote[];
  button: Link;
  closing: { words: string; link?: Link };
};

export type Fact = { label: string; value: string };
export type Quote = { label: string; body: string; as: "output" | "prose" };
export type Link = { label: string; url: string };

export type Rendered = { subject: string; html: string; text: string };

export async function renderLetter(letter: Letter): Promise<Rendered> {
  // Imported for the first mail: React takes 12 MB.
  const { htmlOf } = await import("./layout");
  return { subject: letter.subject, html: await htmlOf(letter), text: textOf(letter) };
}
