/** Runs a piece of work with others, and resolves once all of them are done. */
export type InGroups = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Lets work that arrives while a group is under way be the next group: its members begin together, so that the disk can
 * serve them with fewer strokes, and go on together, so that what they do next can be one group, too.
 */
export function makeGroups(): InGroups {
  let running: Promise<unknown> = Promise.resolve()
  let next: { members: (() => Promise<unknown>)[]; done: Promise<unknown> } | undefined

  const begin = async (members: readonly (() => Promise<unknown>)[]) => {
    await running
    // Whoever is already in the sockets joins.
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
    // It may fail while others of the group are still under way, before anybody awaits it below.
    own.promise.catch(() => {})
    next.members.push(() => work().then((value) => own.resolve(value), own.reject))
    await next.done
    return own.promise
  }
}
