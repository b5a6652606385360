import { type FileHandle, open } from 'node:fs/promises'
import type { TableChoices } from '@aliquot/contract/import-tables'
import { fill } from '../../../lib/large/windows.ts'
import type { Encoding } from '../../../lib/text-encoding.ts'
import { Turns } from '../../../lib/turns.ts'
import { note } from '../imports.notes.ts'
import { guessEncoding } from './encoding.ts'
import { refuseOtherKinds } from './other-kinds.ts'
import { Records } from './records.ts'
import { guessSeparator } from './separator.ts'
import type { FileReading, Row, Table } from './table.ts'

interface Options {
  choices: TableChoices
  signal?: AbortSignal | undefined
}

const PIECE = 64 * 1024

/** A text of rows, with what is guessed of how it is written. */
export async function openCsv(path: string, { choices, signal }: Options): Promise<Table> {
  const file = await open(path, 'r')
  try {
    const first = Buffer.allocUnsafeSlow(PIECE)
    const filled = await fill(file, first, 0, PIECE)
    refuseOtherKinds(first.subarray(0, filled))
    const found = await guessEncoding(file, signal)
    const encoding = choices.encoding ?? found.encoding
    const beginning = decoderOf(encoding).decode(first.subarray(0, filled), { stream: filled === PIECE })
    const { separator, isTold } = guessSeparator(beginning, { isWhole: filled < PIECE })
    const guessed: FileReading = { sheet: null, encoding: found.encoding, separator }
    const reading = { ...guessed, encoding, separator: choices.separator ?? separator }
    const rows = (isBare: boolean) => rowsOf(file, { ...reading, isTold, isBare, signal })
    return {
      ...{ reading, guessed, sheets: [] },
      notes: encoding === found.encoding && found.isBroken ? [note('characters_lost')] : [],
      rows: () => rows(false),
      async count() {
        let total = 0
        for await (const piece of rows(true)) total += piece.length
        return total
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

function decoderOf(encoding: Encoding): TextDecoder {
  return new TextDecoder(encoding)
}

interface Reading {
  encoding: Encoding
  separator: string
  isTold: boolean
  isBare: boolean
  signal: AbortSignal | undefined
}

async function* rowsOf(
  file: FileHandle,
  { encoding, separator, isTold, isBare, signal }: Reading,
): AsyncGenerator<readonly Row[]> {
  const bytes = Buffer.allocUnsafeSlow(PIECE)
  const decoder = decoderOf(encoding)
  const records = new Records({ separator, isBare })
  const turns = new Turns()
  const tableRows = (rows: Row[]) => (isTold ? rows.filter(({ number }) => number > 1) : rows)
  for (let at = 0; ; at += PIECE) {
    signal?.throwIfAborted()
    const filled = await fill(file, bytes, at, PIECE)
    const isLast = filled < PIECE
    yield tableRows(records.push(decoder.decode(bytes.subarray(0, filled), { stream: !isLast })))
    if (isLast) break
    await turns.rest()
  }
  yield tableRows(records.end())
}
