import { SelectField } from "@/components/ui/field";
import type { Role } from "@/lib/cases/roles";

export const RoleField = ({ roles, value }: { roles: Role[]; value: Role }) => (
  <SelectField
    label="Role"
    name="role"
    value={value}
    choices={roles.map((role) => ({ value: role, label: role }))}
    className="w-auto capitalize"
  />
);
