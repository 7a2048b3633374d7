"use client";

import { useSyncExternalStore } from "react";

/** The time zone of the reader's browser. */
export const readerZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

const never = () => () => {};
const utc = () => "UTC";

/** The reader's time zone. UTC on the server and without JavaScript. */
export const useReaderZone = () => useSyncExternalStore(never, readerZone, utc);
