import { IMPORT_NOTES, type ImportNoteCode } from '@aliquot/contract/imports'
import { cutUnits } from '../../lib/text.ts'
import type { ImportNote } from './incoming.ts'

const MOST_UNITS = 300

export function note(code: ImportNoteCode, about = ''): ImportNote {
  return { code, about: storable(cutUnits(about, MOST_UNITS)) }
}

/** The sentence of a note, for people. */
export function messageOf(code: string): string {
  return Object.hasOwn(IMPORT_NOTES, code) ? IMPORT_NOTES[code as ImportNoteCode] : code
}

/** More notes of one entry tell nothing new. */
const MOST_NOTES = 100

export function writeNotes(notes: readonly ImportNote[], row?: number): string | null {
  if (notes.length === 0) return null
  const written = notes.slice(0, MOST_NOTES).map((one) => ({
    ...note(one.code as ImportNoteCode, one.about),
    row: one.row ?? row,
  }))
  return JSON.stringify(written)
}

export function readNotes(text: string | null): ImportNote[] {
  return text === null ? [] : (JSON.parse(text) as ImportNote[])
}

/** Text that both engines store: sources may contain what PostgreSQL refuses. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}
