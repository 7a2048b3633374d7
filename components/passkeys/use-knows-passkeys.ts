"use client";

import { useSyncExternalStore } from "react";
import { knowsPasskeys } from "./browser";

/** Whether this browser knows passkeys; false until scripts run. */
export const useKnowsPasskeys = () =>
  useSyncExternalStore(
    () => () => {},
    knowsPasskeys,
    () => false,
  );
