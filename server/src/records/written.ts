/** A record that is already JSON text, in the form that is sent. */
export class Written<Record> {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  read(): Record {
    return JSON.parse(this.text) as Record
  }
}
