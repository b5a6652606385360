import { type FoundMention, mentionsInHtml, mentionsInMarkdown } from '@aliquot/contract/mention-text'
import { foldText } from '../../lib/text.ts'

/** People that a text mentions: by id, or only by a name that somebody typed. */
export interface Mentioned {
  /** Where each is mentioned first. */
  ids: ReadonlyMap<number, Place>
  /** Folded names of two to four words. Most of them are no names: `ada lovelace please`. */
  names: ReadonlyMap<string, Place>
}

/** A part of a text. */
export type Place = Pick<FoundMention, 'from' | 'to'>

export function mentionedIn(text: string): Mentioned {
  if (!text.includes('@')) return { ids: new Map(), names: new Map() }
  const links = [...mentionsInHtml(text), ...mentionsInMarkdown(text)]
  const ids = new Map<number, Place>()
  for (const { userid, from, to } of links) if (!ids.has(userid)) ids.set(userid, { from, to })
  // The name of a link may be somebody else's by now.
  const linked = new Set(links.map(({ from }) => text.indexOf('@', from)))
  return { ids, names: typedIn(text, linked) }
}

/** No letter before it, so that an e-mail address is none. */
const TYPED = /(?<![\p{L}\p{N}_.+@/\\-])@(\p{L}[\p{L}\p{M}'’.-]{0,60}(?: \p{L}[\p{L}\p{M}'’.-]{0,60}){1,3})/uy

/** Names behind later signs are not looked for: a text of nothing else would block everybody. */
const MOST_SIGNS = 10_000

function typedIn(text: string, linked: ReadonlySet<number>): Map<string, Place> {
  const names = new Map<string, Place>()
  let from = -1
  for (let signs = 0; signs < MOST_SIGNS; signs++) {
    from = text.indexOf('@', from + 1)
    if (from === -1) break
    if (linked.has(from)) continue
    TYPED.lastIndex = from
    const words = TYPED.exec(text)?.[1]
    if (words === undefined) continue
    for (const name of namesFrom(words)) {
      if (!names.has(name)) names.set(name, { from, to: from + 1 + name.length })
    }
  }
  return names
}

/** `Ada Lovelace please.` may be about `ada lovelace` or about somebody of three names. */
function namesFrom(words: string): string[] {
  const parts = foldText(words).split(' ')
  return parts.slice(1).map((_, index) => withoutEnd(parts.slice(0, index + 2).join(' ')))
}

/** A full stop or an apostrophe at the end is no part of a name. */
function withoutEnd(name: string): string {
  return name.replace(/['’]s$/, '').replace(/['’.-]+$/, '')
}
