import { decodeHTMLAttribute } from 'entities'
import { escapeHtml } from '../html.ts'
import { drawFormulas } from './formulas.ts'
import { showNumberFormats } from './number-formats.ts'
import { writeTickBoxes } from './tick-boxes.ts'

/** A relative URL that cannot be taken for a scheme or a host. */
export function addressOf(name: string): string {
  return escapeHtml(`./${name.split('/').map(encodeURIComponent).join('/')}`)
}

/** A file beside the page. */
export interface FileBeside {
  name: string
  /** Its name in URLs of the notebook. */
  longName: string
}

/**
 * Prepares the text of an entry for a page that is opened from disk. Pictures and media come from files beside the page
 * or from data URLs; all others are dropped, because a URL without a scheme would name a machine of the local network
 * there. Links lead to the same place as in the notebook. The boxes of tasks are written as words, formatted numbers as the
 * interface shows them, and formulas as MathML.
 */
export function selfContained(html: string, files: readonly FileBeside[], baseUrl: string): string {
  const byLongName = new Map(files.map(({ name, longName }) => [longName, name]))
  const addressed = showNumberFormats(writeTickBoxes(html)).replace(TAG, (tag) =>
    tag.replace(ADDRESS, (_, attribute: string, double?: string, single?: string, bare?: string) => {
      const address = decodeHTMLAttribute(double ?? single ?? bare ?? '')
      const name = fileOf(address, byLongName)
      if (name !== undefined) return ` ${attribute}="${addressOf(name)}"`
      const kept = attribute.toLowerCase() === 'src' ? ownPicture(address) : linkFrom(baseUrl, address)
      return kept === undefined ? '' : ` ${attribute}="${escapeHtml(kept)}"`
    }),
  )
  return drawFormulas(addressed)
}

// Cleaned HTML has neither character in attribute values.
const TAG = /<[a-z][^<>]*>/gi
const ADDRESS = /[ \t\n\f\r]+(src|href)[ \t\n\f\r]*=[ \t\n\f\r]*(?:"([^"]*)"|'([^']*)'|([^ \t\n\f\r>]+))/gi

/** The name, beside the page, of the file that a URL refers to. */
function fileOf(address: string, byLongName: ReadonlyMap<string, string>): string | undefined {
  // Long ones are data URLs.
  if (address.length > 2000) return undefined
  const query = new URLSearchParams(address.split('?', 2)[1] ?? '')
  // Some URLs have both, and then `name` is the one that people gave.
  return byLongName.get(query.get('f') ?? '') ?? byLongName.get(query.get('name') ?? '')
}

function ownPicture(address: string): string | undefined {
  return address.startsWith('data:image/') ? address : undefined
}

function linkFrom(baseUrl: string, address: string): string | undefined {
  if (address.startsWith('#')) return address
  const link = URL.parse(address, baseUrl)
  return link && SCHEMES.has(link.protocol) ? link.href : undefined
}

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:'])
