/** Serialises access to an upload. */
export interface Turns {
  /**
   * Resolves with a release function when it is the caller's turn. The current holder is asked to finish: mostly its
   * connection broke unnoticed, and the same client waits on a new one. `onWanted` is called when the next one waits.
   */
  take(id: string, onWanted: () => void): Promise<() => void>
}

export function makeTurns(): Turns {
  const holders = new Map<string, { ended: Promise<void>; onWanted(): void }>()
  return {
    async take(id, onWanted) {
      for (let holder = holders.get(id); holder; holder = holders.get(id)) {
        holder.onWanted()
        await holder.ended
      }
      const { promise: ended, resolve } = Promise.withResolvers<void>()
      holders.set(id, { ended, onWanted })
      return () => {
        holders.delete(id)
        resolve()
      }
    },
  }
}
