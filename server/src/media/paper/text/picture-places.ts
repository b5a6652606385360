import type { Run } from '../tree.ts'
import type { Tag } from './dom.ts'
import type { Place } from './place.ts'
import { declarationsOf, lengthOf } from './styles.ts'

const POINTS_OF_PIXEL = 0.75
const MOST_HEIGHT = 560

/** A picture at its place, or words that say which one is missing. */
export function picturesOf({ attribs }: Tag, place: Place): Run[] {
  const { src = '', alt = '', title = '' } = attribs
  const found = place.pictureOf(src)
  if (!found) return [{ s: `[${missing(src, alt || title, place)}]`, q: true }]
  const style = declarationsOf(attribs.style)
  const ratio = found.height / found.width
  const asked = lengthOf(style.get('width') ?? attribs.width, place.width)
  const tall = lengthOf(style.get('height') ?? attribs.height, MOST_HEIGHT)
  const wanted = asked ?? (tall === undefined ? found.width * POINTS_OF_PIXEL : tall / ratio)
  const w = Math.max(1, Math.min(wanted, place.width, MOST_HEIGHT / ratio))
  return [{ k: 'pic', p: found.path, w: Math.round(w * 10) / 10, alt: alt || title }]
}

/** Nothing is fetched from other hosts: whoever opened the file would be known there. */
function missing(source: string, alt: string, { words, baseUrl }: Place): string {
  const address = source.startsWith('data:') ? null : URL.parse(source, baseUrl)
  const isElsewhere = address !== null && address.host !== URL.parse(baseUrl)?.host
  const name = [alt, isElsewhere ? address.host : ''].filter(Boolean).join(', ')
  return `${isElsewhere ? words.notFetched : words.notShown}${name && `: ${name}`}`
}
