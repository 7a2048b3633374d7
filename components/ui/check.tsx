/** A checkbox with its label. */
export const Check = ({ children, ...box }: React.ComponentProps<"input">) => (
  <label className="flex w-fit items-center gap-2 text-sm wrap-anywhere">
    <input type="checkbox" {...box} /> {children}
  </label>
);
