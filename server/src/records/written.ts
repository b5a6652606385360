import { hash } from 'node:crypto'

/** To join or encode a longer text at once would hold up everybody. In UTF-16 units. */
export const LONG_UNITS = 500_000

/** A record that is already JSON text, in the form that is sent. */
export class Written<Record> {
  /** The text: a long one in several parts. */
  readonly parts: readonly string[]
  readonly length: number
  /** A shorter text that is another one whenever the text is, if there is one. */
  readonly fingerprint: string | undefined
  #digest: string | undefined
  #bytes: Buffer | undefined

  constructor(text: string | readonly string[], fingerprint?: readonly string[]) {
    const parts = typeof text === 'string' ? [text] : text
    this.length = lengthOf(parts)
    this.parts = this.length > LONG_UNITS ? parts : [parts.join('')]
    this.fingerprint = fingerprint && lengthOf(fingerprint) <= LONG_UNITS ? fingerprint.join('') : undefined
  }

  get text(): string {
    return this.parts.length === 1 ? (this.parts[0] ?? '') : this.parts.join('')
  }

  /** SHA-1 of the fingerprint, or else of the text. */
  get digest(): string {
    this.#digest ??= hash('sha1', this.fingerprint ?? this.text, 'base64url')
    return this.#digest
  }

  /** The text in UTF-8. A text that is sent again is encoded once. */
  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.text)
    return this.#bytes
  }

  read(): Record {
    return JSON.parse(this.text) as Record
  }
}

function lengthOf(parts: readonly string[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0)
}
