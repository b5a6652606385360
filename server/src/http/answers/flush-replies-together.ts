let end: Promise<void> | undefined

/**
 * Resolves at the end of this turn of the event loop. Answers wait for it so that those of one turn are written
 * together: otherwise each write would wake its reader, who would be asleep again when the next one is ready. Without
 * it reading a comment takes 65 % more CPU (96.5 instead of 58.4 µs, 16 connections from the same machine).
 */
export function turnsEnd(): Promise<void> {
  end ??= new Promise((resolve) =>
    setImmediate(() => {
      end = undefined
      resolve()
    }),
  )
  return end
}
