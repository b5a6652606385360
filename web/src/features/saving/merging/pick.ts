/** The version to take if at most one side changed it, or both equally; undefined otherwise. */
export function pick<Value>(mine: Value, base: Value, theirs: Value): Value | undefined {
  if (mine === theirs || theirs === base) return mine
  return mine === base ? theirs : undefined
}
