"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { caseCommand } from "@/app/actions/case-action";
import { matching, SNITCH_TOKEN } from "@/app/actions/inputs";
import { parse } from "@/lib/api/parse";
import { pauseSnitch, unpauseSnitch } from "@/lib/monitoring/pause";
import { forEachSnitch } from "@/lib/snitches/for-each";
import { pauseUntil } from "@/lib/snitches/input";
import { tagList } from "@/lib/snitches/input-arrays";
import { PAGE_SIZE } from "@/lib/snitches/list";
import { removeSnitch } from "@/lib/snitches/remove";
import { addTags } from "@/lib/snitches/tags";

const PAST_TENSE = {
  snooze: "Snoozed",
  pause: "Paused",
  unpause: "Unpaused",
  tag: "Tagged",
  delete: "Deleted",
};

const verbName = matching(z.enum(["snooze", "pause", "unpause", "tag", "delete"]));
/** One page of the list can be selected. */
const tokenList = matching(z.array(z.string().regex(SNITCH_TOKEN)).max(PAGE_SIZE));
const tagText = matching(z.string().optional());

/** Changes the selected snitches. Resolves with a sentence about the result. */
export const changeSelectedAction = caseCommand(
  "manage_snitches",
  [verbName, tokenList, tagText],
  async ({ theCase, by, now }, verb, tokens, text = "") => {
    const tags = verb === "tag" ? parse(tagList, text.split(",")) : [];
    const terms = parse(pauseUntil(now), { until: verb === "snooze" ? text : "healthy" });
    const pause = (token: string) => pauseSnitch(theCase.id, token, terms, now, by);
    const change = {
      snooze: pause,
      pause,
      unpause: (token: string) => unpauseSnitch(theCase.id, token, now, by),
      tag: (token: string) => addTags(theCase.id, token, tags, by),
      delete: (token: string) => removeSnitch(theCase.id, token, by),
    }[verb];
    const { done, refused, refusal } = await forEachSnitch(tokens, change);
    refresh();
    const unchanged = refused > 0 ? ` ${refused} not changed: ${refusal}.` : "";
    return `${PAST_TENSE[verb]} ${countSnitches(done)}.${unchanged}`;
  },
);

const countSnitches = (count: number) => (count === 1 ? "1 snitch" : `${count} snitches`);
