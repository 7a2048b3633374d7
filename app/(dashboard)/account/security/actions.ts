"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { CONFIRMED } from "@/app/actions/confirmation";
import { fields, readId } from "@/app/actions/inputs";
import { userAction } from "@/app/actions/user-action";
import { finishSetUp, removeApp, startSetUp } from "@/lib/people/second-factors/authenticator-app";
import {
  addPasskey,
  passkeyName,
  passkeyResponse,
  removePasskey,
  renamePasskey,
} from "@/lib/people/second-factors/passkeys";
import { renewCodes } from "@/lib/people/second-factors/recovery-codes";
import { secondStep } from "@/lib/people/users/input";

const PAGE = "/account/security";
/** Does nothing but ask who the person is: what waits for it is sent again afterwards. */
export const confirmIdentityAction = userAction(PAGE, [], async () => {}, CONFIRMED);

/** The result has the recovery codes, if it is the first factor. They are not shown again. */
export const addPasskeyAction = userAction(
  PAGE,
  [fields(passkeyName.extend(passkeyResponse.shape))],
  async ({ user, sessionId, by, now }, passkey) => {
    const codes = await addPasskey(user, passkey, { sessionId, address: by.address, now });
    refresh();
    return { codes };
  },
  CONFIRMED,
);

export const renamePasskeyAction = userAction(
  PAGE,
  [readId("passkey"), fields(passkeyName)],
  async ({ user }, id, { name }) => {
    await renamePasskey(user.id, id, name);
    refresh();
  },
);

export const removePasskeyAction = userAction(
  PAGE,
  [readId("passkey")],
  async ({ user, sessionId, by, now }, id) => {
    await removePasskey(user, id, { sessionId, address: by.address, now });
    refresh();
  },
  CONFIRMED,
);

export const startAppAction = userAction(
  PAGE,
  [],
  async ({ user, now }) => {
    await startSetUp(user.id, now);
    redirect(`${PAGE}/app`);
  },
  CONFIRMED,
);

/** The result has the recovery codes, if these are the first. They are not shown again. */
export const finishAppAction = userAction(
  `${PAGE}/app`,
  [fields(secondStep)],
  async ({ user, sessionId, by, now }, { code }) => {
    const codes = await finishSetUp(user, code, { sessionId, address: by.address, now });
    if (!codes) redirect(PAGE);
    refresh();
    return { codes };
  },
  CONFIRMED,
);

export const removeAppAction = userAction(
  PAGE,
  [],
  async ({ user, sessionId, by, now }) => {
    await removeApp(user, { sessionId, address: by.address, now });
    refresh();
  },
  CONFIRMED,
);

/** The result has the new codes. They are not shown again. */
export const renewCodesAction = userAction(
  PAGE,
  [],
  async ({ user, sessionId, by, now }) => {
    const codes = await renewCodes(user, { sessionId, address: by.address, now });
    refresh();
    return { codes };
  },
  CONFIRMED,
);
