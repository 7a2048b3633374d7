import { SubNav } from "@/components/sub-nav";

const PAGES = [
  ["/account", "General"],
  ["/account/security", "Security"],
  ["/account/notifications", "Notifications"],
] as const;

/** The pages of a person's account. */
export const AccountTabs = ({ path }: { path: (typeof PAGES)[number][0] }) => (
  <SubNav label="Account" pages={PAGES} currentPath={path} />
);
