interface Bounds {
  /** Works that go on at the same time. */
  lanes: number
  /** Results that may wait for an earlier one, with those that go on. */
  ahead?: number
}

/**
 * Does something with each item, several at a time, and gives the results in the order of the items. After a work that
 * failed none is begun: the results before it are given, and then it is thrown. Nothing goes on once this has ended.
 */
export async function* inOrder<T, R>(
  items: AsyncIterable<T>,
  { lanes, ahead = 16 * lanes }: Bounds,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const results: Promise<R>[] = []
  const running = new Set<Promise<void>>()
  let isBroken = false
  const begin = (item: T) => {
    const result = work(item)
    const ended = result
      .then(
        () => {},
        () => {
          isBroken = true
        },
      )
      .then(() => void running.delete(ended))
    running.add(ended)
    results.push(result)
  }
  try {
    for await (const item of items) {
      begin(item)
      while (running.size >= lanes) await Promise.race(running)
      if (isBroken) break
      if (results.length >= ahead) yield* results.splice(0, 1)
    }
    while (results.length > 0) yield* results.splice(0, 1)
  } finally {
    await Promise.all(running)
  }
}
