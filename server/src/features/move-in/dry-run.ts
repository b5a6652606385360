import type { EntityType } from '@aliquot/contract/common'
import { takeNotes } from './entry/notes.ts'
import { noteWhatStays, readWhole } from './entry/read.ts'
import type { Run } from './move-in.run.ts'
import { BadAnswer } from './source/failures.ts'

/** Reads an entry as a move would, and only counts what it finds. */
export async function lookAtEntry(run: Run, type: EntityType, id: number, key: number, title: string): Promise<void> {
  const { notes, leave } = takeNotes()
  try {
    const whole = await readWhole(run, type, { their_id: id, seen_by: key })
    if (whole) {
      const { entry, uploads } = whole
      run.report.files.there += uploads.length
      run.report.files.bytes += uploads.reduce((sum, { size }) => sum + (size ?? 0), 0)
      run.report.parts.comments += entry.comments.length
      run.report.parts.steps += entry.steps.length
      run.report.parts.tags += entry.tags.length
      run.report.parts.links += entry.links.length
      noteWhatStays(whole, leave)
    } else leave('unreadable')
  } catch (error) {
    if (!(error instanceof BadAnswer)) throw error
    leave('unreadable', error.message)
  }
  for (const { code, detail } of notes) run.report.note({ kind: type, id, title, code, detail })
}
