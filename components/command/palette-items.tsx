import { Command as Menu } from "cmdk";

export const Group = ({ heading, children }: { heading: string; children: React.ReactNode }) => (
  <Menu.Group
    heading={heading}
    className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-quiet"
  >
    {children}
  </Menu.Group>
);

type ItemProps = { value: string; choose: () => void; children: React.ReactNode };

export const Item = ({ value, choose, children }: ItemProps) => (
  <Menu.Item
    value={value}
    onSelect={choose}
    className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-sm data-[selected=true]:bg-ink/8"
  >
    {children}
  </Menu.Item>
);
