import { InvalidInput } from '../../errors.ts'
import { escapeHtml } from '../../lib/html.ts'
import type { Texts } from '../../text-work/text-work.ts'
import { TooHard } from '../../text-work/threads.ts'
import { MARKDOWN } from './entries.types.ts'

const MOST_BYTES = 4_120_000

/** Refuses a text that is longer than a main text may be. */
export function requireBodySize(field: string, text: string): void {
  if (Buffer.byteLength(text) > MOST_BYTES) throw new InvalidInput(`${field}: must have at most ${MOST_BYTES} bytes`)
}

// Rendering costs far more than the rest of a read, and the same text is read again and again.
const rendered = new Map<string, string>()
const MOST_RENDERED_UNITS = 16_000_000
let renderedUnits = 0

interface Body {
  body: string | null
  content_type: number
  body_hash: string | null
}

/** The main text as HTML. */
export async function bodyAsHtml({ body, content_type, body_hash }: Body, texts: Texts): Promise<string | null> {
  if (body === null || body_hash === null || content_type !== MARKDOWN) return body
  const known = rendered.get(body_hash)
  if (known !== undefined) return known
  try {
    return keep(body_hash, await texts.later('renderMarkdown', body))
  } catch (error) {
    // Never kept: the next reader may get it rendered.
    if (error instanceof TooHard) return `<pre>${escapeHtml(body)}</pre>`
    throw error
  }
}

/** The same inside a transaction, which starts over when that takes long. */
export function bodyAsHtmlNow({ body, content_type, body_hash }: Body, texts: Texts): string | null {
  if (body === null || body_hash === null || content_type !== MARKDOWN) return body
  return rendered.get(body_hash) ?? keep(body_hash, texts.now('renderMarkdown', body))
}

function keep(hash: string, html: string): string {
  if (renderedUnits + html.length > MOST_RENDERED_UNITS) {
    rendered.clear()
    renderedUnits = 0
  }
  rendered.set(hash, html)
  renderedUnits += html.length
  return html
}
