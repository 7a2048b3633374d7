"use client";

import * as Dialog from "@radix-ui/react-dialog";
import { Command as Menu } from "cmdk";
import { usePathname, useRouter } from "next/navigation";
import { startTransition, useRef, useState } from "react";
import type { Found } from "@/components/snitches/find-snitches";
import { StatusMark } from "@/components/snitches/status-badge";
import { useFormerFocus } from "@/components/ui/former-focus";
import { Kbd } from "@/components/ui/kbd";
import { catchUnreachable } from "@/components/ui/reachable";
import { toast } from "@/components/ui/toast";
import { type Command, commandsFor } from "./commands";
import { Group, Item } from "./palette-items";
import { PaletteSnoozes } from "./palette-snoozes";
import { useSearchResults } from "./use-search-results";

export type PaletteProps = {
  theCase?: { id: string; name: string };
  cases: { id: string; name: string }[];
  mayManage: boolean;
  /** Resolves with an error message, or with nothing on success. */
  pause?: (token: string, until: string) => Promise<string | undefined>;
  query: string;
  setQuery: (query: string) => void;
  close: () => void;
};

/** The command menu: snitches, pages and actions by name. */
export default function Palette({ theCase, cases, mayManage, pause, query, setQuery, close }: PaletteProps) {
  const router = useRouter();
  const pathname = usePathname();
  const formerFocus = useFormerFocus();
  const input = useRef<HTMLInputElement>(null);
  const [asking, setAsking] = useState<"pause" | "snooze" | null>(null);
  const [snoozing, setSnoozing] = useState<Found | null>(null);
  const found = useSearchResults(theCase?.id, query);

  const run = ({ action }: Command) => {
    if (action.kind === "pause" || action.kind === "snooze") {
      setAsking(action.kind);
      setQuery("");
      return;
    }
    close();
    if (action.kind === "navigate") router.push(action.href);
    // After the focus has returned.
    else setTimeout(() => document.dispatchEvent(new KeyboardEvent("keydown", { key: action.hotkey })), 50);
  };
  const pauseUntil = (snitch: Found, until: string, success: string) => {
    close();
    startTransition(async () => {
      toast((pause && (await catchUnreachable(() => pause(snitch.token, until)))) ?? success);
    });
  };
  const choose = (snitch: Found) => {
    if (asking === "snooze") {
      setSnoozing(snitch);
      setQuery("");
    } else if (asking === "pause") {
      pauseUntil(snitch, "healthy", `Paused ${snitch.name} until it checks in.`);
    } else {
      close();
      router.push(`/${theCase?.id}/snitches/${snitch.token}`);
    }
  };

  const commands = asking ? [] : commandsFor({ theCase, cases, mayManage, pathname });
  const matching = commands.filter(({ title }) => title.toLowerCase().includes(query.trim().toLowerCase()));
  const shown = snoozing ? [] : found.filter((snitch) => !asking || mayPause(snitch, asking));
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && close()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-[oklch(0_0_0/0.4)]" />
        <Dialog.Content
          {...formerFocus}
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
          <Menu label="Command menu" shouldFilter={false} loop>
            <Menu.Input
              ref={input}
              value={query}
              onValueChange={setQuery}
              placeholder={placeholderFor(asking, snoozing)}
              className="h-12 w-full border-b border-line bg-transparent px-4 text-base outline-none max-sm:text-lg"
            />
            <Menu.List className="max-h-[min(24rem,60vh)] overflow-y-auto p-1.5">
              {/* An item, because screen readers ignore a list without items. */}
              {!snoozing && shown.length + matching.length === 0 && (
                <Menu.Item disabled className="px-3 py-6 text-center text-sm text-ink-quiet">
                  No results.
                </Menu.Item>
              )}
              {snoozing && (
                <PaletteSnoozes
                  snitchUrl={`/${theCase?.id}/snitches/${snoozing.token}`}
                  name={snoozing.name}
                  query={query}
                  snooze={(until, words) =>
                    pauseUntil(snoozing, until.toISOString(), `Snoozed ${snoozing.name} until ${words}.`)
                  }
                  close={close}
                />
              )}
              {shown.length > 0 && (
                <Group heading={query || asking ? "Snitches" : "Recent"}>
                  {shown.map((snitch) => (
                    <Item key={snitch.token} value={`snitch-${snitch.token}`} choose={() => choose(snitch)}>
                      {snitch.status && <StatusMark status={snitch.status} />}
                      <bdi className="line-clamp-2 py-1 wrap-anywhere">{snitch.name}</bdi>
                    </Item>
                  ))}
                </Group>
              )}
              {[...new Set(matching.map(({ group }) => group))].map((group) => (
                <Group key={group} heading={group}>
                  {matching
                    .filter((command) => command.group === group)
                    .map((command) => (
                      <Item key={command.id} value={command.id} choose={() => run(command)}>
                        <span className="line-clamp-2 py-1 wrap-anywhere">{command.title}</span>
                        {command.key && (
                          <span className="ml-auto">
                            <Kbd>{command.key}</Kbd>
                          </span>
                        )}
                      </Item>
                    ))}
                </Group>
              ))}
            </Menu.List>
          </Menu>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const TITLES = {
  pause: { title: "Pause a snitch", placeholder: "Pause which snitch…" },
  snooze: { title: "Snooze a snitch", placeholder: "Snooze which snitch…" },
};

function placeholderFor(asking: keyof typeof TITLES | null, snoozing: Found | null): string {
  if (snoozing) return "Snooze for how long…";
  return asking ? TITLES[asking].placeholder : "Search snitches, or type a command…";
}

/** A snitch that is paused can still be snoozed: the snooze replaces the pause. The status of recent ones is unknown. */
const mayPause = ({ status }: Found, verb: keyof typeof TITLES) =>
  status !== "pending" && (verb === "snooze" || status !== "paused");
