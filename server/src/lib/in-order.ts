interface Bounds {
  /** The number of tasks that run in parallel. */
  lanes: number
  /** The number of results that may wait for an earlier one, including running tasks. */
  ahead?: number
}

/**
 * Maps items in parallel and yields the results in the order of the items. After a failure no new task starts: the
 * results before it are yielded, then it is thrown. No task runs on after the end.
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
