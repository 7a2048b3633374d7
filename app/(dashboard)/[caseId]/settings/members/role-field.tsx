"use client";

import { useId } from "react";
import { useFormField } from "@/components/ui/form-state";
import { INPUT } from "@/components/ui/input";
import type { Role } from "@/lib/cases/roles";

type RoleFieldProps = { roles: Role[]; value: Role; label?: string };

export function RoleField({ roles, value, label = "Role" }: RoleFieldProps) {
  const id = useId();
  const { entry } = useFormField("role", label);
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <select
        id={id}
        name="role"
        defaultValue={entry ?? value}
        className={`${INPUT} h-9 w-auto pr-8 capitalize`}
      >
        {roles.map((role) => (
          <option key={role} value={role}>
            {role}
          </option>
        ))}
      </select>
    </div>
  );
}
