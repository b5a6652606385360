import type { Change } from '../../change.ts'
import type { EntityRow, UploadRow } from '../../db/schema.ts'
import { fieldChange } from '../../journal/changes.ts'
import type { Author } from '../../journal/record.ts'
import { recordChildChange } from '../entries/entries.children.ts'

/** Records changes of files in the changelog of an entry, a line each. The caller has locked the entry. */
export function recordFileChanges(
  work: Change,
  author: Author,
  entry: EntityRow,
  lines: readonly string[],
): Promise<void> {
  const told = lines.length === 1 ? lines[0] : [...lines]
  return recordChildChange(work, author, entry, { uploads: fieldChange(undefined, told) }, { touch: true })
}

export function nameOf({ real_name, id }: UploadRow): string {
  return `${real_name} (${id})`
}

/** A line for each changed attribute. */
export function linesOf(before: UploadRow, after: UploadRow): string[] {
  const fields = (['real_name', 'comment', 'state', 'userid'] as const).filter((name) => before[name] !== after[name])
  return fields.map((field) => `${nameOf(before)}: ${field} ${after[field]}`)
}
