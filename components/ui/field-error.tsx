/** Why what was entered is refused, below its field. Nothing without an error. The field names this id as its description. */
export const FieldError = ({ id, error }: { id: string; error: string | undefined }) =>
  error && (
    <p id={id} className="text-sm text-failed">
      {error}
    </p>
  );
