import "./globals.css";
import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { connection } from "next/server";
import { ZONE_COOKIE } from "@/app/sign-in/browser-zone";
import { currentReader, THEME_COOKIE } from "@/app/sign-in/reader";
import { BrowserSays } from "@/components/browser-says";
import { favicon } from "@/components/favicon";
import { FollowLinks } from "@/components/follow-links";
import { KeepPage } from "@/components/keep-page";
import { SkipLink } from "@/components/skip-link";
import { TimeDisplayProvider } from "@/components/time";
import { TimeTooltip } from "@/components/time-tooltip";
import { Toasts } from "@/components/ui/toast";

export const metadata: Metadata = {
  title: { default: "Tattle", template: "%s · Tattle" },
  description: "Tattle monitors cron jobs and other scheduled work, and alerts you when a job does not run.",
  icons: { icon: favicon("calm"), apple: "/apple-touch-icon.png" },
};

export const viewport: Viewport = { colorScheme: "light dark" };

export default async function RootLayout({ children }: { children: React.ReactNode }) {
  // Renders every page per request: a page rendered at build time has no nonce for its scripts.
  await connection();
  const { display, theme, followsBrowser, browserZone } = await currentReader();
  return (
    <html lang="en" data-theme={theme ?? undefined} className={`${GeistSans.variable} ${GeistMono.variable}`}>
      <body>
        <SkipLink />
        <TimeDisplayProvider display={display}>{children}</TimeDisplayProvider>
        <Toasts />
        <TimeTooltip display={display} />
        <KeepPage />
        <FollowLinks />
        <BrowserSays
          zoneCookie={ZONE_COOKIE}
          zone={browserZone}
          followsBrowser={followsBrowser}
          themeCookie={THEME_COOKIE}
          theme={theme}
        />
      </body>
    </html>
  );
}
