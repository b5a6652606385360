/** A record that is already JSON text, in the form that is sent. */
export class Written<Record> {
  readonly text: string
  /** A shorter text that is another one whenever the text is, if there is one. */
  readonly fingerprint: string | undefined

  constructor(text: string, fingerprint?: string) {
    this.text = text
    this.fingerprint = fingerprint
  }

  read(): Record {
    return JSON.parse(this.text) as Record
  }
}
