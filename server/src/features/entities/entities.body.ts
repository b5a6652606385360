import { InvalidInput } from '../../errors.ts'
import { cleanHtml } from '../../lib/html.ts'
import { renderMarkdown } from '../../lib/markdown.ts'
import { MARKDOWN } from './entities.types.ts'

const MOST_BYTES = 4_120_000

/** A main text as it is stored: HTML is cleaned, Markdown stays as it is and is cleaned when it is rendered. */
export function cleanBody(field: string, text: string, contentType: number): string {
  if (Buffer.byteLength(text) > MOST_BYTES) throw new InvalidInput(`${field}: must have at most ${MOST_BYTES} bytes`)
  return contentType === MARKDOWN ? text : cleanHtml(text)
}

// Rendering costs far more than the rest of a read, and the same text is read again and again.
const rendered = new Map<string, string>()
const MOST_RENDERED_UNITS = 16_000_000
let renderedUnits = 0

/** The main text as HTML. `hash` is that of the text. */
export function bodyAsHtml(body: string | null, contentType: number, hash: string | null): string | null {
  if (body === null || hash === null || contentType !== MARKDOWN) return body
  const known = rendered.get(hash)
  if (known !== undefined) return known
  const html = renderMarkdown(body)
  if (renderedUnits + html.length > MOST_RENDERED_UNITS) {
    rendered.clear()
    renderedUnits = 0
  }
  rendered.set(hash, html)
  renderedUnits += html.length
  return html
}
