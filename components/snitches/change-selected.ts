/** Changes the snitches with these tokens. `text`: the tags, or when a snooze ends. Resolves with a sentence about the result. */
export type ChangeSelected = (
  verb: "snooze" | "pause" | "unpause" | "tag" | "delete",
  tokens: string[],
  text?: string,
) => Promise<string>;
