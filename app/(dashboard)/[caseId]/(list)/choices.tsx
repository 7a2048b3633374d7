"use client";

import { StatusMark } from "@/components/status-badge";
import { Check } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import type { Status } from "@/lib/rules/state/snitch-state";

export type Choice = { label: string; href: string; isOn?: true; mark?: Status };

type ChoicesProps = {
  title: string;
  choices: Choice[];
  /** For choices of which no one makes a second. */
  closesMenu?: boolean;
};

/** Links to other views of the list below a title, with a check mark at those that are on. */
export const Choices = ({ title, choices, closesMenu }: ChoicesProps) => (
  <div>
    <p aria-hidden>{title}</p>
    <ul aria-label={title}>
      {choices.map(({ label, href, isOn, mark }) => (
        // A choice keeps the focus, although its address changes.
        <li key={label}>
          <Link href={href} scroll={false} aria-current={isOn} data-closes-menu={closesMenu}>
            {mark && <StatusMark status={mark} />}
            <span className="truncate">{label}</span>
            {isOn && <Check aria-hidden />}
          </Link>
        </li>
      ))}
    </ul>
  </div>
);
