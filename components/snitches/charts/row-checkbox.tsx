/** A checkbox of the list. `label` is its name for screen readers. */
export const RowCheckbox = ({ label, ...box }: { label: string; name: string; value?: string }) => (
  <label>
    <input type="checkbox" {...box} aria-label={label} autoComplete="off" />
  </label>
);
