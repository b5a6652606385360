/** Letters of a name behind `@`. */
export interface MentionTrigger {
  query: string
  from: number
  to: number
}

/**
 * Group 1 is all that was typed, group 2 the search. Before it is no letter, so an e-mail address does not count, and
 * `@ 25 °C` neither.
 */
export const MENTION =
  /(?:^|[\s\ufffc([{"'“«–—-])(@((?:\p{L}[\p{L}\p{M}'’.-]{0,40}(?: [\p{L}\p{M}'’.-]{0,40}){0,2})?))$/u

/** The trigger before a position of a text. */
export function findMentionTrigger(text: string, at: number): MentionTrigger | undefined {
  const [, typed, query] = MENTION.exec(text.slice(Math.max(0, at - 130), at)) ?? []
  return typed === undefined || query === undefined ? undefined : { query, from: at - typed.length, to: at }
}
