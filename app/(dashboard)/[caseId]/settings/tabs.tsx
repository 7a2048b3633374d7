import { SubNav } from "@/components/sub-nav";

type TabsProps = { caseId: string; here: "" | "/members" | "/audit" };

/** The pages of a case's settings. */
export function Tabs({ caseId, here }: TabsProps) {
  const root = `/${caseId}/settings`;
  return (
    <SubNav
      label="Settings"
      here={`${root}${here}`}
      pages={[
        [root, "General"],
        [`${root}/members`, "Members"],
        [`${root}/audit`, "Audit log"],
      ]}
    />
  );
}
