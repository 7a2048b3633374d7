import { SubNav } from "@/components/sub-nav";

type TabsProps = { caseId: string; tab: "" | "/members" | "/email" | "/audit" };

/** The pages of a case's settings. */
export function Tabs({ caseId, tab }: TabsProps) {
  const root = `/${caseId}/settings`;
  return (
    <SubNav
      label="Settings"
      currentPath={`${root}${tab}`}
      pages={[
        [root, "General"],
        [`${root}/members`, "Members"],
        [`${root}/email`, "E-mail"],
        [`${root}/audit`, "Audit log"],
      ]}
    />
  );
}
