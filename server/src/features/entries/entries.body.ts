import type { Context } from '../../context.ts'
import { InvalidInput } from '../../errors.ts'
import { escapeHtml } from '../../lib/html.ts'
import type { Texts } from '../../text-work/text-work.ts'
import { TooHard } from '../../text-work/threads.ts'
import { MARKDOWN } from './entries.types.ts'

const MOST_BYTES = 4_120_000

export function requireBodySize(field: string, text: string): void {
  if (Buffer.byteLength(text) > MOST_BYTES) throw new InvalidInput('field.too_many_bytes', { field, most: MOST_BYTES })
}

declare module '../../context.ts' {
  interface Context {
    renderedBodies: RenderedBodies
  }
}

const MOST_RENDERED_UNITS = 16_000_000

/** Caches rendered main texts by hash. Rendering costs far more than the rest of a read. */
export class RenderedBodies {
  readonly #rendered = new Map<string, string>()
  #units = 0

  get(hash: string): string | undefined {
    return this.#rendered.get(hash)
  }

  keep(hash: string, html: string): string {
    if (this.#units + html.length > MOST_RENDERED_UNITS) {
      this.#rendered.clear()
      this.#units = 0
    }
    this.#rendered.set(hash, html)
    this.#units += html.length
    return html
  }
}

interface Body {
  body: string | null
  content_type: number
  body_hash: string | null
}

export async function bodyAsHtml(
  { renderedBodies }: Context,
  { body, content_type, body_hash }: Body,
  texts: Texts,
): Promise<string | null> {
  if (body === null || body_hash === null || content_type !== MARKDOWN) return body
  const known = renderedBodies.get(body_hash)
  if (known !== undefined) return known
  try {
    return renderedBodies.keep(body_hash, await texts.later('renderMarkdown', body))
  } catch (error) {
    // Not cached, so that a later reader may get it rendered.
    if (error instanceof TooHard) return `<pre>${escapeHtml(body)}</pre>`
    throw error
  }
}

/** The same within a transaction, which restarts if rendering takes long. */
export function bodyAsHtmlNow(
  { renderedBodies }: Context,
  { body, content_type, body_hash }: Body,
  texts: Texts,
): string | null {
  if (body === null || body_hash === null || content_type !== MARKDOWN) return body
  return renderedBodies.get(body_hash) ?? renderedBodies.keep(body_hash, texts.now('renderMarkdown', body))
}
