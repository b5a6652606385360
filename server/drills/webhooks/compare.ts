import type { FeedChange } from '@aliquot/contract/changes'
import type { Got } from './receiver.ts'

interface Compared {
  delivered: number
  repeated: number
  missing: number
  problems: string[]
}

/**
 * Compares what a receiver got with the feed of its owner: everything was taken at least once, and of each entry nothing came
 * before the one before it was taken, nor after a later one.
 */
export function compare(name: string, feed: readonly FeedChange[], got: readonly Got[]): Compared {
  const problems: string[] = []
  const taken = new Set(got.flatMap(({ cursor, isTaken }) => (isTaken ? [cursor] : [])))
  const missing = feed.filter(({ cursor }) => !taken.has(cursor))
  for (const { cursor, kind } of missing) problems.push(`${name}: ${kind} at ${cursor} is missing`)
  const lanes = Map.groupBy(feed, laneOf)
  for (const [lane, messages] of Map.groupBy(got, ({ change }) => laneOf(change))) {
    const order = new Map((lanes.get(lane) ?? []).map(({ cursor }, index) => [cursor, index]))
    let reached = -1
    let isTaken = true
    for (const message of messages) {
      const index = order.get(message.cursor)
      if (index === undefined) problems.push(`${name}: ${message.cursor} of entry ${lane} is not in the feed`)
      else if (index !== reached && !(index === reached + 1 && isTaken)) {
        problems.push(`${name}: number ${index} of entry ${lane} came after number ${reached}`)
      }
      isTaken = message.isTaken || (index === reached && isTaken)
      reached = index ?? reached
    }
  }
  const repeated = got.filter(({ isTaken }) => isTaken).length - taken.size
  return { delivered: taken.size, repeated, missing: missing.length, problems }
}

function laneOf({ entity }: FeedChange): number {
  return entity?.id ?? 0
}
