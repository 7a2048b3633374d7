/** Changes the snitches with these tokens. Resolves with a sentence about the result. */
export type ChangeSelected = (
  verb: "pause" | "unpause" | "tag" | "delete",
  tokens: string[],
  text?: string,
) => Promise<string>;
