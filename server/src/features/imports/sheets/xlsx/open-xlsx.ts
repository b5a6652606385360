import { open } from 'node:fs/promises'
import type { TableChoices } from '@aliquot/contract/import-tables'
import { InvalidInput } from '../../../../errors.ts'
import { fill } from '../../../../lib/large/windows.ts'
import { shown } from '../../../../lib/zip/read/names.ts'
import type { Row, Table } from '../table.ts'
import { CellReader } from './cells.ts'
import { readMerged } from './merged.ts'
import { openParts, type Parts } from './parts.ts'
import { readSharedStrings, type SharedStrings } from './shared-strings.ts'
import { SheetReader } from './sheet-reader.ts'
import { readStyles } from './styles.ts'
import { readWorkbook, type Sheet } from './workbook.ts'

interface Options {
  choices: TableChoices
  signal?: AbortSignal | undefined
}

/** A sheet of a workbook; the first one with values, unless another one is chosen. */
export async function openXlsx(path: string, { choices, signal }: Options): Promise<Table> {
  await refuseCompound(path)
  const parts = await openParts(path, signal)
  let strings: SharedStrings | undefined
  try {
    const workbook = await readWorkbook(parts)
    strings = await readSharedStrings(parts, workbook.sharedStrings, path)
    const styles = await readStyles(parts, workbook.styles)
    const cells = new CellReader({ strings, styles, is1904: workbook.is1904 })
    const first = await firstWithValues(parts, workbook.sheets)
    const sheet = choices.sheet ? chosenSheet(workbook.sheets, choices.sheet) : first
    const merged = await readMerged(parts, sheet.part)
    const rows = () => cells.rows(parts, sheet.part, merged)
    const close = async () => {
      await strings?.close()
      await parts.close()
    }
    const nothing = { encoding: null, separator: null }
    return {
      ...{ reading: { ...nothing, sheet: sheet.name }, guessed: { ...nothing, sheet: first.name } },
      sheets: workbook.sheets.map(({ name }) => name),
      notes: [],
      ...{ rows, count: () => countRows(rows()), close },
    }
  } catch (error) {
    await strings?.close()
    await parts.close()
    throw error
  }
}

async function countRows(rows: AsyncGenerator<readonly Row[]>): Promise<number> {
  let total = 0
  for await (const piece of rows) total += piece.length
  return total
}

function chosenSheet(sheets: readonly Sheet[], name: string): Sheet {
  const found = sheets.find((sheet) => sheet.name === name)
  if (!found) throw new InvalidInput('table.no_sheet', { name: shown(name) })
  return found
}

const MOST_TRIED = 100

async function firstWithValues(parts: Parts, sheets: readonly Sheet[]): Promise<Sheet> {
  const shownFirst = [...sheets.filter(({ isHidden }) => !isHidden), ...sheets.filter(({ isHidden }) => isHidden)]
  const tried = new Set<string>()
  for (const sheet of shownFirst.slice(0, MOST_TRIED)) {
    // Thousands of sheets may be the same part.
    if (tried.has(sheet.part)) continue
    tried.add(sheet.part)
    const reader = new SheetReader()
    for await (const _ of parts.pieces(sheet.part, reader)) if (reader.take().length > 0) return sheet
  }
  throw new InvalidInput('table.empty')
}

const BEGINNING = 1024 * 1024
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')

/** Workbooks with a password, and those of an old Excel, are in a container of another kind. */
async function refuseCompound(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const bytes = Buffer.allocUnsafeSlow(BEGINNING)
    const first = bytes.subarray(0, await fill(file, bytes, 0, BEGINNING))
    if (first.length < 8 || first.toString('hex', 0, 4) !== 'd0cf11e0') return
    if (first.includes(ENCRYPTED)) throw new InvalidInput('table.encrypted')
    const last = bytes.subarray(0, await fill(file, bytes, Math.max(0, size - BEGINNING), BEGINNING))
    throw new InvalidInput(last.includes(ENCRYPTED) ? 'table.encrypted' : 'table.old_excel')
  } finally {
    await file.close()
  }
}
