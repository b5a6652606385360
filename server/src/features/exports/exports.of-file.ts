import type { UploadRow } from '../../db/schema.ts'
import { wireTime } from '../../lib/dates.ts'
import type { Viewer } from '../entries/entries.record.ts'
import type { NamedFile } from './exports.page.ts'

/** With the hash of every file, however large. */
export function toUpload({ ctx }: Viewer, row: UploadRow): NamedFile['upload'] {
  return { ...row, created_at: wireTime(row.created_at, ctx.config.TIMEZONE) }
}
