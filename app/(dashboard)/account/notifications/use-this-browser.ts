import { useCallback, useEffect, useState } from "react";
import type { Browser } from "@/lib/channels/browsers";
import { endpointHashOfBrowser, type Support, supportOfBrowser } from "./subscription";

type ThisBrowser = { support: Support; endpointHash: string | null };

/** What this browser can do, and how it is known. Null until it was asked. It is asked again whenever `browsers` change. */
export function useThisBrowser(browsers: Browser[]) {
  const [here, setHere] = useState<ThisBrowser | null>(null);
  const lookAgain = useCallback(async () => {
    const support = supportOfBrowser();
    const endpointHash = support === "able" ? await endpointHashOfBrowser() : null;
    setHere({ support, endpointHash });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other browsers mean that this one may have changed.
  useEffect(() => {
    void lookAgain();
    // People change permissions in another window.
    window.addEventListener("focus", lookAgain);
    return () => window.removeEventListener("focus", lookAgain);
  }, [browsers, lookAgain]);
  return { here, lookAgain };
}
