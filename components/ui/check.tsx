/** A box to tick, with what it means. */
export const Check = ({ children, ...box }: React.ComponentProps<"input">) => (
  <label className="flex w-fit items-center gap-2 text-sm wrap-anywhere">
    <input type="checkbox" {...box} /> {children}
  </label>
);
