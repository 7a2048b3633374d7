/** What was made for this key before, or else is made now. All is forgotten when so many are known. */
export function findOrMake<Key, Value>(
  known: Map<Key, Value>,
  max: number,
  key: Key,
  make: () => Value,
): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const value = make();
  if (known.size >= max) known.clear();
  known.set(key, value);
  return value;
}
