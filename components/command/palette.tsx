"use client";

import * as Dialog from "@radix-ui/react-dialog";
import { Command as Menu } from "cmdk";
import { usePathname, useRouter } from "next/navigation";
import { startTransition, useEffect, useRef, useState } from "react";
import { StatusMark } from "@/components/snitches/status-badge";
import { useFormerFocus } from "@/components/ui/former-focus";
import { Kbd } from "@/components/ui/kbd";
import { messageOf } from "@/components/ui/reachable";
import { toast } from "@/components/ui/toast";
import type { Status } from "@/lib/rules/snitch-state";
import { type Command, commandsFor } from "./commands";
import { recentIn } from "./recent";

type Found = { token: string; name: string; status?: Status | "late" };

export type PaletteProps = {
  theCase?: { id: string; name: string };
  cases: { id: string; name: string }[];
  mayManage: boolean;
  /** Resolves with an error message, or with nothing on success. */
  pause?: (token: string, until: "healthy") => Promise<string | undefined>;
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
  const [isPausing, setPausing] = useState(false);
  const found = useFound(theCase?.id, query);

  const run = ({ action }: Command) => {
    if (action.kind === "pause") {
      setPausing(true);
      setQuery("");
      return;
    }
    close();
    if (action.kind === "navigate") router.push(action.href);
    // After the focus has returned.
    else setTimeout(() => document.dispatchEvent(new KeyboardEvent("keydown", { key: action.hotkey })), 50);
  };
  const choose = (snitch: Found) => {
    close();
    if (!isPausing) return router.push(`/${theCase?.id}/snitches/${snitch.token}`);
    startTransition(async () => {
      const message = pause && (await messageOf(() => pause(snitch.token, "healthy")));
      toast(message ?? `Paused ${snitch.name} until it checks in.`);
    });
  };

  const commands = isPausing ? [] : commandsFor({ theCase, cases, mayManage, pathname });
  const matching = commands.filter(({ title }) => title.toLowerCase().includes(query.trim().toLowerCase()));
  const shown = isPausing ? found.filter(({ status }) => status !== "pending" && status !== "paused") : found;
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
          <Dialog.Title className="sr-only">{isPausing ? "Pause a snitch" : "Command menu"}</Dialog.Title>
          <Menu label="Command menu" shouldFilter={false} loop>
            <Menu.Input
              ref={input}
              value={query}
              onValueChange={setQuery}
              placeholder={isPausing ? "Pause which snitch…" : "Search snitches, or type a command…"}
              className="h-12 w-full border-b border-line bg-transparent px-4 text-base outline-none max-sm:text-lg"
            />
            <Menu.List className="max-h-[min(24rem,60vh)] overflow-y-auto p-1.5">
              {/* An item, because screen readers ignore a list without items. */}
              {shown.length + matching.length === 0 && (
                <Menu.Item disabled className="px-3 py-6 text-center text-sm text-ink-quiet">
                  No results.
                </Menu.Item>
              )}
              {shown.length > 0 && (
                <Group heading={query || isPausing ? "Snitches" : "Recent"}>
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

const Group = ({ heading, children }: { heading: string; children: React.ReactNode }) => (
  <Menu.Group
    heading={heading}
    className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-quiet"
  >
    {children}
  </Menu.Group>
);

type ItemProps = { value: string; choose: () => void; children: React.ReactNode };

const Item = ({ value, choose, children }: ItemProps) => (
  <Menu.Item
    value={value}
    onSelect={choose}
    className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-sm data-[selected=true]:bg-ink/8"
  >
    {children}
  </Menu.Item>
);

const WAIT_MS = 120;

/** The snitches that match the query, or the recent ones while it is empty. */
function useFound(caseId: string | undefined, query: string): Found[] {
  const [found, setFound] = useState<Found[]>([]);
  useEffect(() => {
    if (!caseId) return;
    if (!query.trim()) return setFound(recentIn(caseId));
    const ended = new AbortController();
    const timer = setTimeout(async () => {
      const results = await fetch(`/${caseId}/find?q=${encodeURIComponent(query)}`, { signal: ended.signal })
        .then((response): Promise<Found[]> => response.json())
        .catch(() => null);
      if (results) setFound(results);
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [caseId, query]);
  return found;
}
