/** The version to take where at most one side changed something, or both the same; undefined otherwise. */
export function pick<Value>(mine: Value, base: Value, theirs: Value): Value | undefined {
  if (mine === theirs || theirs === base) return mine
  return mine === base ? theirs : undefined
}
