/** The clipboard API is missing on pages without TLS. The deprecated command still works there. */
export async function copy(text: string) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = Object.assign(document.createElement("textarea"), { value: text });
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
