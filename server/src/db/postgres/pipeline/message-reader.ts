import pg from 'pg'

/** What the answers of the server mean to their receiver. */
export interface Receiver {
  parsed(): void
  /** The columns of the statement that was just parsed; none if it returns no rows. */
  described(shape: Shape): void
  /** A row of the statement that runs; its values begin at `at`. */
  row(bytes: Buffer, at: number): void
  completed(tag: string): void
  failed(error: pg.DatabaseError): void
  /** The end of a batch. */
  ready(): void
}

export interface Column {
  name: string
  parse: (text: string) => unknown
}

/** The columns of a result. */
export type Shape = readonly Column[]

export type TypeParsers = (oid: number) => (text: string) => unknown

/** Splits what arrives into messages. */
export class MessageReader {
  readonly #receiver: Receiver
  readonly #parserOf: TypeParsers
  /** The parts of a message that has not arrived completely. */
  #parts: Buffer[] = []
  /** How many bytes must at least arrive before they are worth joining. */
  #missing = 0

  constructor(receiver: Receiver, parserOf: TypeParsers) {
    this.#receiver = receiver
    this.#parserOf = parserOf
  }

  read(chunk: Buffer): void {
    this.#parts.push(chunk)
    this.#missing -= chunk.length
    if (this.#missing > 0) return
    const bytes = this.#parts.length > 1 ? Buffer.concat(this.#parts) : chunk
    let at = 0
    let end = endOf(bytes, at)
    while (end <= bytes.length) {
      this.#receive(bytes, at, end)
      at = end
      end = endOf(bytes, at)
    }
    this.#parts = at < bytes.length ? [bytes.subarray(at)] : []
    this.#missing = end - bytes.length
  }

  #receive(bytes: Buffer, at: number, end: number): void {
    const body = at + HEADER_BYTES
    const receiver = this.#receiver
    const type = bytes[at]
    if (type === CODE.dataRow) receiver.row(bytes, body + 2)
    else if (type === CODE.commandComplete) receiver.completed(bytes.toString('latin1', body, end - 1))
    else if (type === CODE.readyForQuery) receiver.ready()
    else if (type === CODE.parseComplete) receiver.parsed()
    else if (type === CODE.rowDescription) receiver.described(readShape(bytes, body, this.#parserOf))
    else if (type === CODE.noData) receiver.described([])
    else if (type === CODE.errorResponse) receiver.failed(readError(bytes, body, end))
    // Other messages are notices, settings that changed, the types of parameters, and that a statement was bound.
  }
}

const HEADER_BYTES = 5

/** Where a message ends, or at least its header. */
function endOf(bytes: Buffer, at: number): number {
  return at + HEADER_BYTES > bytes.length ? at + HEADER_BYTES : at + 1 + bytes.readUInt32BE(at + 1)
}

const CODE = {
  parseComplete: 0x31,
  commandComplete: 0x43,
  dataRow: 0x44,
  errorResponse: 0x45,
  rowDescription: 0x54,
  readyForQuery: 0x5a,
  noData: 0x6e,
} as const

/** Reads a row as an object. */
export function readRow(shape: Shape, bytes: Buffer, at: number): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  let from = at
  for (const { name, parse } of shape) {
    const length = bytes.readInt32BE(from)
    from += 4
    if (length < 0) {
      row[name] = null
    } else {
      row[name] = parse(bytes.toString('utf8', from, from + length))
      from += length
    }
  }
  return row
}

function readShape(bytes: Buffer, body: number, parserOf: TypeParsers): Shape {
  const columns: Column[] = []
  const count = bytes.readUInt16BE(body)
  let at = body + 2
  for (let number = 0; number < count; number++) {
    const end = bytes.indexOf(0, at)
    // After the name come the table and its column, then the type.
    columns.push({ name: bytes.toString('utf8', at, end), parse: parserOf(bytes.readUInt32BE(end + 7)) })
    at = end + 19
  }
  return columns
}

const ERROR_FIELDS: Readonly<Record<string, keyof pg.DatabaseError>> = {
  S: 'severity',
  C: 'code',
  D: 'detail',
  H: 'hint',
  P: 'position',
  W: 'where',
  s: 'schema',
  t: 'table',
  c: 'column',
  d: 'dataType',
  n: 'constraint',
  R: 'routine',
}

function readError(bytes: Buffer, body: number, end: number): pg.DatabaseError {
  const fields: Record<string, string> = {}
  let at = body
  while (at < end && bytes[at] !== 0) {
    const textEnd = bytes.indexOf(0, at + 1)
    fields[String.fromCharCode(bytes[at] ?? 0)] = bytes.toString('utf8', at + 1, textEnd)
    at = textEnd + 1
  }
  const error = new pg.DatabaseError(fields.M ?? 'The database refused a statement', end - body, 'error')
  for (const [letter, name] of Object.entries(ERROR_FIELDS)) Object.assign(error, { [name]: fields[letter] })
  return error
}
