"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { SNITCH_TOKEN } from "@/app/form-input";
import type { ChangeSelected } from "@/components/snitches/change-selected";
import { parse } from "@/lib/api/parse";
import { pauseSnitch, unpauseSnitch } from "@/lib/monitoring/pause";
import { forEachSnitch } from "@/lib/snitches/for-each";
import { tagList } from "@/lib/snitches/input-arrays";
import { PAGE_SIZE } from "@/lib/snitches/list";
import { removeSnitch } from "@/lib/snitches/remove";
import { addTags } from "@/lib/snitches/tags";
import { runCaseAction } from "./case-action";

/** As many as one page of the list can select. */
const selection = z.object({
  verb: z.enum(["pause", "unpause", "tag", "delete"]),
  tokens: z.array(z.string().regex(SNITCH_TOKEN)).max(PAGE_SIZE),
  text: z.string().default(""),
});

const DONE = { pause: "Paused", unpause: "Unpaused", tag: "Tagged", delete: "Deleted" };

/** Changes the selected snitches, and says what came of it. */
export async function changeSelected(
  caseId: string,
  ...[wantedVerb, wantedTokens, wantedText]: Parameters<ChangeSelected>
): Promise<string> {
  let said = "";
  const { error, validations } = await runCaseAction(
    caseId,
    "manage_snitches",
    new FormData(),
    async ({ theCase, by }) => {
      const now = new Date();
      const { verb, tokens, text } = parse(selection, {
        verb: wantedVerb,
        tokens: wantedTokens,
        text: wantedText,
      });
      const tags = verb === "tag" ? parse(tagList, text.split(",")) : [];
      const change = {
        pause: (token: string) => pauseSnitch(theCase.id, token, { until: "healthy", endsAt: null }, now, by),
        unpause: (token: string) => unpauseSnitch(theCase.id, token, now, by),
        tag: (token: string) => addTags(theCase.id, token, tags, by),
        delete: (token: string) => removeSnitch(theCase.id, token, by),
      }[verb];
      const { done, refused, refusal } = await forEachSnitch(tokens, change);
      said = `${DONE[verb]} ${count(done)}.${refused > 0 ? ` ${refused} left alone: ${refusal}.` : ""}`;
      refresh();
    },
  );
  return error ? (validations?.[0]?.message ?? error) : said;
}

const count = (snitches: number) => (snitches === 1 ? "1 snitch" : `${snitches} snitches`);
