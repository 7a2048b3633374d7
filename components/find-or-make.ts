/** What was made for this key before, or else is made now. All is dropped when so many are known. */
export function findOrMake<Key, Value>(
  cache: Map<Key, Value>,
  max: number,
  key: Key,
  make: () => Value,
): Value {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const value = make();
  if (cache.size >= max) cache.clear();
  cache.set(key, value);
  return value;
}
