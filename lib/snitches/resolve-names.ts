import { query } from "@/lib/platform/db";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { invalidAttribute } from "@/lib/platform/refusal";

type Match = { text: string; token: string; rank: number };

/**
 * The tokens of the snitches of the case that people named: each by its token, by its name, or by both, as in
 * “Backup (ab12cd34)”. Refuses what no snitch is called, and a name that several have.
 */
export async function resolveNames(caseId: string, attribute: string, texts: string[]): Promise<string[]> {
  const matches = await findMatches(caseId, texts.filter(isPostgresText));
  return [...new Set(texts.map((text) => chooseToken(attribute, text, matches)))];
}

/** The same input with the tokens of the snitches that one of its attributes names. An absent attribute stays absent. */
export async function withTokens<Name extends string, Input extends { [name in Name]?: string[] | null }>(
  caseId: string,
  attribute: Name,
  input: Input,
): Promise<Input> {
  const texts = input[attribute];
  return texts ? { ...input, [attribute]: await resolveNames(caseId, attribute, texts) } : input;
}

/** A token counts before a name, and a name in the same letters before one that differs in case. */
async function findMatches(caseId: string, texts: string[]): Promise<Match[]> {
  if (texts.length === 0) return [];
  return query<Match>(
    `WITH named AS (SELECT * FROM unnest($2::text[], $3::text[]) AS named (text, token))
     SELECT text, s.token, 0 AS rank FROM named JOIN snitches s ON s.case_id = $1 AND s.token = named.token
     UNION ALL
     SELECT text, s.token, CASE WHEN s.name = text THEN 1 ELSE 2 END
     FROM named JOIN snitches s ON s.case_id = $1 AND lower(s.name) = lower(text)`,
    [caseId, texts, texts.map(tokenIn)],
  );
}

const tokenIn = (text: string) => (/\(([0-9a-z]+)\)$/i.exec(text)?.[1] ?? text).toLowerCase();

function chooseToken(attribute: string, text: string, matches: Match[]): string {
  const own = matches.filter((match) => match.text === text);
  const best = Math.min(...own.map(({ rank }) => rank));
  const [token, ...others] = new Set(own.filter(({ rank }) => rank === best).map((match) => match.token));
  const quote = `“${text.slice(0, 80)}”`;
  if (token === undefined)
    throw invalidAttribute(attribute, `No snitch of this case is called ${quote} or has it as its token`);
  if (others.length === 0) return token;
  throw invalidAttribute(
    attribute,
    `More than one snitch is called ${quote}: use the token of the one you mean, the end of its check-in URL`,
  );
}
