"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const YEAR_SECONDS = 365 * 24 * 3_600;

type BrowserSaysProps = {
  zoneCookie: string;
  /** The time zone that the browser had named when it asked for this page. */
  zone: string;
  /** Whether the page is to show the browser’s time zone. */
  followsBrowser: boolean;
  themeCookie: string;
  theme: string | null;
};

/** Sends the browser's time zone to the server in a cookie, and keeps the theme for pages before signing in. */
export function BrowserSays({ zoneCookie, zone, followsBrowser, themeCookie, theme }: BrowserSaysProps) {
  const { refresh } = useRouter();

  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    setCookie(zoneCookie, own);
    // On the first page in a browser, and after a journey. If cookies are refused, it would change nothing.
    if (followsBrowser && own !== zone && document.cookie.includes(`${zoneCookie}=${own}`)) refresh();
  }, [zoneCookie, zone, followsBrowser, refresh]);

  useEffect(() => setCookie(themeCookie, theme ?? ""), [themeCookie, theme]);

  return null;
}

function setCookie(name: string, value: string): void {
  const seconds = value ? YEAR_SECONDS : 0;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
}
