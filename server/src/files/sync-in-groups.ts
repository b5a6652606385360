/** Runs work together with others and resolves once the whole group is done. */
export type InGroups = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Collects work that arrives while a group runs into the next group. Its members start together, so the disk serves
 * them with fewer syncs, and finish together, so their next steps can form a group too.
 */
export function makeGroups(): InGroups {
  let running: Promise<unknown> = Promise.resolve()
  let next: { members: (() => Promise<unknown>)[]; done: Promise<unknown> } | undefined

  const begin = async (members: readonly (() => Promise<unknown>)[]) => {
    await running
    // Let requests that are already in the sockets join.
    await new Promise((resolve) => setImmediate(resolve))
    next = undefined
    await Promise.allSettled(members.map((member) => member()))
  }

  return async <T>(work: () => Promise<T>) => {
    if (!next) {
      const members: (() => Promise<unknown>)[] = []
      running = begin(members)
      next = { members, done: running }
    }
    const own = Promise.withResolvers<T>()
    // It may reject before anybody awaits it below, while others of the group still run.
    own.promise.catch(() => {})
    next.members.push(() => work().then((value) => own.resolve(value), own.reject))
    await next.done
    return own.promise
  }
}
