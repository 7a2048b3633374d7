"use server";

import { redirect } from "next/navigation";
import { fields } from "@/app/actions/inputs";
import { userAction } from "@/app/actions/user-action";
import { createCase } from "@/lib/cases/create";
import { newCase } from "@/lib/cases/input";

export const createCaseAction = userAction(
  "/cases/new",
  [fields(newCase)],
  async ({ user, by }, { name }) => {
    const { id } = await createCase(user.id, name, by);
    redirect(`/${id}`);
  },
);
