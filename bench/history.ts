import { z } from "zod";
import { type Measured, median } from "./measured";

const entrySchema = z.object({
  commit: z.string(),
  at: z.iso.datetime(),
  figures: z.record(z.string(), z.number()),
});

/** The figures of one run, by what was measured. */
export type Entry = z.infer<typeof entrySchema>;

/**
 * A figure alongside those of earlier runs. `worse`: how many times worse than their median, below 1 if better; null while there
 * are too few.
 */
export type Compared = { measured: Measured; worse: number | null; isRegression: boolean };

/** How many of the latest runs a figure is compared with. */
const COMPARED = 7;

/** With fewer runs no one knows how much a figure varies. */
const FEWEST = 3;

/** A figure that is not a worse than this is noise on any machine. */
const NOISE = 1.1;

/** Reads the lines of a history, oldest first. Throws if one is not an entry. */
export const parseHistory = (text: string): Entry[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => entrySchema.parse(JSON.parse(line)));

export const formatEntry = (entry: Entry) => `${JSON.stringify(entry)}\n`;

/**
 * Compares figures with the latest of earlier runs. A figure is a regression if it is worse than their median by more than
 * a tenth, and by more than twice what any of them differed from it.
 */
export const compare = (measured: Measured[], history: Entry[]): Compared[] =>
  measured.map((each) => ({ measured: each, ...compareFigure(each, listPast(each, history)) }));

/** Whether a figure is as good as it used to be. With too few earlier figures to compare, it must reach its goal. */
export const isAccepted = ({ measured: { figure, isMet }, worse, isRegression }: Compared): boolean =>
  worse === null ? figure !== null && isMet : !isRegression;

const listPast = ({ what }: Measured, history: Entry[]): number[] =>
  history.flatMap(({ figures }) => figures[what] ?? []).slice(-COMPARED);

function compareFigure({ figure }: Measured, past: number[]): Pick<Compared, "worse" | "isRegression"> {
  if (!figure || past.length < FEWEST) return { worse: null, isRegression: false };
  const usual = median(past);
  const worseThanUsual = (value: number) => (figure.better === "less" ? value / usual : usual / value);
  // In either direction: of a few figures, the worst says too little about how they vary.
  const spread = Math.max(...past.map((value) => Math.max(value / usual, usual / value))) - 1;
  const worse = worseThanUsual(figure.value);
  return { worse, isRegression: worse > Math.max(NOISE, 1 + 2 * spread) };
}
