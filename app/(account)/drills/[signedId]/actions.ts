"use server";

import { refresh } from "next/cache";
import { text } from "@/app/actions/inputs";
import { publicAction } from "@/app/actions/public-action";
import { currentUser } from "@/app/sign-in/session";
import { confirmDrill } from "@/lib/drills/confirm";

export const confirmDrillAction = publicAction([text], async ({ now }, signedId) => {
  await confirmDrill(signedId, (await currentUser())?.id ?? null, now);
  refresh();
});
