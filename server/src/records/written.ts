import { hash } from 'node:crypto'

/** A record that is already JSON text, in the form that is sent. */
export class Written<Record> {
  readonly text: string
  /** A shorter text that is another one whenever the text is, if there is one. */
  readonly fingerprint: string | undefined
  #digest: string | undefined
  #bytes: Buffer | undefined

  constructor(text: string, fingerprint?: string) {
    this.text = text
    this.fingerprint = fingerprint
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
