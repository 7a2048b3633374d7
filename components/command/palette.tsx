"use client";

import * as Dialog from "@radix-ui/react-dialog";
import { Command as Menu } from "cmdk";
import { usePathname, useRouter } from "next/navigation";
import { startTransition, useRef, useState } from "react";
import type { FoundIncident } from "@/components/incidents/find-incidents";
import { whenReachable } from "@/components/keep-page";
import type { Found } from "@/components/snitches/selection/find-snitches";
import type { FormAction } from "@/components/ui/form";
import { useFormerFocus } from "@/components/ui/former-focus";
import { catchUnreachable } from "@/components/ui/reachable";
import { toast } from "@/components/ui/toast";
import type { MuteVerb } from "@/lib/rules/notifications/mute";
import type { Person } from "./commands";
import { type Action, commandsFor } from "./commands";
import type { Deed } from "./entry";
import { landOn } from "./land-on";
import { PaletteMutes } from "./palette-mutes";
import { PaletteSections } from "./palette-sections";
import { buildSections, type Item } from "./sections";
import { useChosen } from "./use-chosen";
import { useSearchResults } from "./use-search-results";

/** Resolves with an error message, or with nothing on success. */
type MuteAction = (token: string, until: string) => Promise<string | undefined>;

export type PaletteProps = Person & {
  mute?: Record<MuteVerb, MuteAction> | undefined;
  /** Takes `theme`: dark, light, or empty for that of the system. */
  chooseTheme: FormAction;
  signOut: () => Promise<void>;
  query: string;
  setQuery: (query: string) => void;
  close: () => void;
  /** Opens the list of shortcuts in place of the menu. */
  showKeys: () => void;
};

/** The command menu: snitches, open incidents, pages, settings and actions by name, and parts of the documentation. */
export default function Palette(props: PaletteProps) {
  const { theCase, mute, chooseTheme, signOut, query, setQuery, close, showKeys } = props;
  const router = useRouter();
  const pathname = usePathname();
  const formerFocus = useFormerFocus();
  const input = useRef<HTMLInputElement>(null);
  // Moves the focus once the menu is closed, in place of its return to where it was.
  const land = useRef<(() => void) | null>(null);
  const [asking, setAsking] = useState<MuteVerb | null>(null);
  const [muting, setMuting] = useState<Found | null>(null);
  const results = useSearchResults(theCase?.id, query);

  const go = (href: string, at?: string) => {
    close();
    const target = new URL(href, location.href);
    // The page that is open already would only be scrolled to its top.
    if (!at || target.pathname !== pathname) whenReachable(() => router.push(href));
    if (at) land.current = () => landOn(target.pathname, at);
  };
  const changeTheme = (theme: string, success: string) => {
    close();
    const form = new FormData();
    form.set("theme", theme);
    startTransition(async () => {
      toast((await catchUnreachable(async () => (await chooseTheme({}, form)).error)) ?? success);
    });
  };
  const deeds: Record<Deed, () => void> = {
    dark: () => changeTheme("dark", "Switched to the dark theme."),
    light: () => changeTheme("light", "Switched to the light theme."),
    "system-theme": () => changeTheme("", "The theme now follows the system."),
    "show-keys": showKeys,
    "sign-out": () => {
      close();
      startTransition(signOut);
    },
  };
  const run = (action: Action) => {
    if (action.kind === "ask") {
      setAsking(action.verb);
      setQuery("");
    } else if (action.kind === "navigate") go(action.href, action.at);
    else if (action.kind === "deed") deeds[action.deed]();
    else {
      close();
      if (action.kind === "download") location.assign(action.href);
      // After the focus has returned.
      else setTimeout(() => document.dispatchEvent(new KeyboardEvent("keydown", { key: action.hotkey })), 50);
    }
  };
  const muteUntil = (verb: MuteVerb, { token, name }: Found, until: string, phrase: string) => {
    close();
    startTransition(async () => {
      const message = mute && (await catchUnreachable(() => mute[verb](token, until)));
      toast(message ?? `${DONE[verb]} ${name} ${phrase}.`);
    });
  };
  const chooseSnitch = (snitch: Found) => {
    if (asking) {
      setMuting(snitch);
      setQuery("");
    } else go(`/${theCase?.id}/snitches/${snitch.token}`);
  };
  const choose = (item: Item) => {
    if (item.kind === "snitch") chooseSnitch(item.snitch);
    else if (item.kind === "incident") go(buildIncidentUrl(item.incident, `/${theCase?.id}/incidents`));
    else if (item.kind === "passage") go(item.passage.href);
    else run(item.command.action);
  };

  const sections = muting
    ? []
    : asking
      ? buildSections(query, [], {
          snitches: results.snitches.filter((snitch) => mayMute(snitch, asking)),
          incidents: [],
          passages: [],
        })
      : buildSections(query, commandsFor({ ...props, pathname }), results);
  const selection = useChosen(query, sections[0]?.items[0]?.value);
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && close()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-[oklch(0_0_0/0.4)]" />
        <Dialog.Content
          onCloseAutoFocus={(event) => {
            if (!land.current) return formerFocus.onCloseAutoFocus(event);
            event.preventDefault();
            land.current();
          }}
          onOpenAutoFocus={(event) => {
            formerFocus.onOpenAutoFocus();
            // The dialog would select the text typed so far, and the next letter would replace it.
            event.preventDefault();
            input.current?.focus();
          }}
          aria-describedby={undefined}
          className="fixed top-[12vh] left-1/2 z-50 w-[min(36rem,calc(100vw-1rem))] -translate-x-1/2 overflow-hidden rounded-xl border border-line bg-surface shadow-2xl"
        >
          <Dialog.Title className="sr-only">{asking ? TITLES[asking].title : "Command menu"}</Dialog.Title>
          <Menu label="Command menu" shouldFilter={false} loop {...(!muting && selection)}>
            <Menu.Input
              ref={input}
              value={query}
              onValueChange={setQuery}
              placeholder={placeholderFor(asking, muting)}
              className="h-12 w-full border-b border-line bg-transparent px-4 text-base outline-none max-sm:text-lg"
            />
            <Menu.List className="max-h-[min(24rem,60vh)] overflow-y-auto p-1.5">
              {asking && muting ? (
                <PaletteMutes
                  verb={asking}
                  snitchUrl={`/${theCase?.id}/snitches/${muting.token}`}
                  name={muting.name}
                  query={query}
                  mute={(until, phrase) => muteUntil(asking, muting, until, phrase)}
                  close={close}
                />
              ) : (
                <PaletteSections sections={sections} choose={choose} />
              )}
            </Menu.List>
          </Menu>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const buildIncidentUrl = ({ id, isCause }: FoundIncident, url: string) =>
  isCause ? `${url}?cause=${encodeURIComponent(id)}` : `${url}/${id}`;

const TITLES = {
  pause: { title: "Pause a snitch", placeholder: "Pause which snitch…" },
  snooze: { title: "Snooze a snitch", placeholder: "Snooze which snitch…" },
};

const DONE = { pause: "Paused", snooze: "Snoozed the alerts of" };

function placeholderFor(asking: MuteVerb | null, muting: Found | null): string {
  if (muting) return asking === "snooze" ? "Snooze for how long…" : "Pause for how long…";
  return asking ? TITLES[asking].placeholder : "Search snitches, pages, settings and actions…";
}

/** Only what is missing or errored has alerts to snooze. A pause replaces another. The status of recent ones is unknown. */
const mayMute = ({ status }: Found, verb: MuteVerb) =>
  verb === "pause" ? status !== "pending" : !status || status === "failed" || status === "errored";
