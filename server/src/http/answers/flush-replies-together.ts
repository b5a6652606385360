let end: Promise<void> | undefined

/**
 * The end of this turn of the event loop. Answers wait for it so that those of one turn go out one right after the other:
 * in between, each would wake its reader, who has fallen asleep again when the next one is ready. Without it the read of a
 * comment takes 65 % more of the processor (96.5 instead of 58.4 µs, 16 connections from the same machine).
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
