import { type Upload, uploads } from '@aliquot/contract/uploads'
import { pathOf } from '../../../../api/call.ts'
import { readBytes } from '../../../../api/files.ts'
import { fileParams } from '../../file-facts.ts'
import { decodeText } from '../file-content.ts'
import { findDelimiter, readRows } from './delimited.ts'

const MOST_BYTES = 256 * 1024
const MOST_CELLS = 3000

/** All rows of a file that is short enough to be read as a table in a text; undefined for a longer one. */
export async function readShortTable(file: Upload): Promise<string[][] | undefined> {
  if (file.filesize === 0 || file.filesize > MOST_BYTES) return undefined
  const path = pathOf(uploads.read, { params: fileParams(file), query: { format: 'binary' } })
  const { signal } = new AbortController()
  const text = decodeText([await readBytes(path, { from: 0, length: file.filesize, signal })])
  const all = readRows(text, findDelimiter(text, file.real_name))
  const rows = all.filter((row) => row.some((cell) => cell.trim() !== ''))
  const width = Math.max(0, ...rows.map((row) => row.length))
  return width > 0 && rows.length * width <= MOST_CELLS ? rows : undefined
}
