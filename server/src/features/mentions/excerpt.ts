import { withoutMentionLinks } from '@aliquot/contract/mention-text'
import { htmlToText } from '../../lib/html.ts'
import type { Place } from './names-in-text.ts'

const MOST = 200
/** Characters on each side of a mention that are looked at. */
const AROUND = 400
/** Stands for the mention while its surroundings become plain text. */
const MARK = '\ue000'

/** The line with a mention as plain text, cut to what tells what it is about. */
export function excerptAround(text: string, { from, to }: Place, isHtml: boolean): string {
  const words = text.slice(from, to)
  // The place of a link begins within its tag.
  const name = words.startsWith('@') ? words : isHtml ? htmlToText(`<a ${words}`) : withoutMentionLinks(words)
  const before = text.slice(Math.max(0, from - AROUND), from)
  const after = text.slice(to, to + AROUND)
  // The cuts may be within a tag.
  const around = isHtml
    ? htmlToText(`${before.replace(/^[^<>]*>/, '').replace(/<[^<>]*$/, '')}${MARK}${after.replace(/<[^<>]*$/, '')}`)
    : withoutMentionLinks(before + MARK + after)
  const [head = '', tail = ''] = (around.split('\n').find((line) => line.includes(MARK)) ?? MARK).split(MARK)
  const line = `${head}${name}${tail}`.trim()
  const cut = Math.max(0, Math.min(line.length - MOST, head.length - MOST / 2))
  const end = cut + MOST
  return `${cut > 0 ? '…' : ''}${line.slice(cut, end)}${end < line.length ? '…' : ''}`.toWellFormed()
}
