let end: Promise<void> | undefined

/**
 * The end of this turn of the event loop. Answers wait for it so that those of one turn go out one right after the other:
 * in between, each would wake its reader, who has fallen asleep again when the next one is ready. With many readers that
 * costs more than making an answer.
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
