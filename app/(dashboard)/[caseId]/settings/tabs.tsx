import { SubNav } from "@/components/sub-nav";
import { may, type Role } from "@/lib/cases/roles";

type TabsProps = {
  caseId: string;
  role: Role;
  tab: "" | "/notifications" | "/members" | "/data" | "/danger";
};

/** The pages of a case's settings that this role may open. */
export function Tabs({ caseId, role, tab }: TabsProps) {
  const root = `/${caseId}/settings`;
  return (
    <SubNav
      label="Settings"
      currentPath={`${root}${tab}`}
      pages={[
        [root, "General"],
        [`${root}/notifications`, "Notifications"],
        [`${root}/members`, "Members"],
        [`${root}/data`, "Data"],
        ...(may(role, "own") ? [[`${root}/danger`, "Danger"] as const] : []),
      ]}
    />
  );
}
