/** The list of a key, made if there is none. */
export function listIn<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const known = lists.get(key)
  if (known) return known
  const list: V[] = []
  lists.set(key, list)
  return list
}
