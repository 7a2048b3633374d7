import { KINDS } from "@/lib/channel-kinds/find";
import type { GroupName } from "@/lib/channel-kinds/kind";

/** A kind of channel, as people choose it. */
type Choice = { kind: string; label: string; needs: string };

type Group = { name: GroupName; title: string; choices: Choice[] };

const TITLES: Record<GroupName, string> = {
  chat: "Chat",
  "on-call": "On-call",
  push: "Phone and push",
  own: "Your own servers, and others",
};

/** All kinds of channels that people can add, in groups. */
export const galleryGroups = (): Group[] =>
  Object.entries(TITLES).map(([name, title]) => ({
    name: name as GroupName,
    title,
    choices: KINDS.filter(({ group }) => group === name).map(({ kind, label, needs }) => ({
      kind,
      label,
      needs,
    })),
  }));
