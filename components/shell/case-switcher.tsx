"use client";

import { Check, ChevronsUpDown, Plus } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { Menu, MenuItem, MenuLabel, MenuLine } from "@/components/ui/menu";

type Named = { id: string; name: string };

export function CaseSwitcher({ theCase, cases }: { theCase?: Named; cases: Named[] }) {
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="flex h-11 min-w-0 items-center gap-2 rounded-md px-2 text-left font-semibold hover:bg-ink/5 lg:h-9 lg:w-full"
        >
          <Initial name={theCase?.name ?? "Tattle"} />
          <span className="truncate">{theCase?.name ?? "Choose a case"}</span>
          <ChevronsUpDown aria-hidden className="ml-auto size-3.5 shrink-0 text-ink-quiet" />
          <span className="sr-only">, switch case</span>
        </button>
      }
    >
      <MenuLabel>Cases</MenuLabel>
      {cases.map(({ id, name }) => (
        <MenuItem key={id} asChild>
          <Link href={`/${id}`} aria-current={id === theCase?.id ? "true" : undefined}>
            <span className="max-w-60 truncate">{name}</span>
            {id === theCase?.id && <Check aria-hidden className="ml-auto" />}
          </Link>
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem asChild>
        <Link href="/cases/new">
          <Plus aria-hidden />
          New Case
        </Link>
      </MenuItem>
    </Menu>
  );
}

function Initial({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="grid size-5 shrink-0 place-items-center rounded bg-accent text-xs leading-none font-semibold text-surface"
    >
      {[...name][0]?.toUpperCase()}
    </span>
  );
}
