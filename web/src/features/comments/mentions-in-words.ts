import { mentionsInMarkdown, writeMention } from '@aliquot/contract/mention-text'

/** Names by id. */
export type People = ReadonlyMap<number, string>

/** The people that a stored comment mentions. */
export function peopleOf(comment: string): People {
  return new Map(mentionsInMarkdown(comment).map(({ userid, words }) => [userid, words.slice(1)]))
}

/** The field shows names; the stored comment has links in their place. */
export function linkMentions(words: string, people: People): string {
  const byLength = [...people].sort(([, a], [, b]) => b.length - a.length)
  if (byLength.length === 0) return words
  const names = byLength.map(([, name]) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')
  const ids = new Map(byLength.map(([userid, name]) => [name, userid]))
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}\\[])@(${names})(?![\\p{L}\\p{N}])`, 'gu')
  return words.replace(pattern, (_, name: string) => writeMention({ userid: ids.get(name) ?? 0, fullname: name }))
}
