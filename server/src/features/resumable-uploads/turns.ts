/** Lets one at a time do something to an upload. */
export interface Turns {
  /**
   * Resolves when it is one's turn, with what ends it. Whoever has the turn is asked to come to an end: mostly it is a
   * connection that broke without our noticing, and the same client waits on another one. `onWanted` is asked the same.
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
