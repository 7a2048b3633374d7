"use client";

import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => {};

/** What the browser says once the page is hydrated, and until then `onServer`, so that the first render is that of the server. */
export const useBrowserValue = <Value>(read: () => Value, onServer: Value): Value =>
  useSyncExternalStore(subscribeToNothing, read, () => onServer);
