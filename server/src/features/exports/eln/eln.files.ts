import { createHash } from 'node:crypto'
import type { Context } from '../../../context.ts'
import type { UploadRow } from '../../../db/schema.ts'
import { mimeOf } from '../../../files/sniff.ts'
import type { ZipMember } from '../../../lib/zip/zip.ts'
import { type FileInside, fileMember, nameFiles } from '../exports.files.ts'
import { HISTORY } from './eln.history.ts'
import { plainName } from './eln.names.ts'
import type { Note } from './eln.nodes.ts'

/** A file of an entry in an archive. */
export interface CrateFile {
  row: UploadRow
  /** Its name in the folder of the entry, until a note takes its place. */
  inside: FileInside
  mime: string
}

export async function nameCrateFiles(ctx: Context, rows: readonly UploadRow[]): Promise<CrateFile[]> {
  const plain = rows.map((row) => ({ ...row, real_name: plainName(row.real_name) }))
  const inside = await nameFiles(ctx, plain, [HISTORY])
  return rows.map((row, index) => ({
    row,
    // As many as rows, in their order.
    inside: inside[index] as FileInside,
    mime: mimeOf(row.mime, row.real_name),
  }))
}

/** What was written in the end: the content, or a note in its place. */
export interface WrittenFile extends CrateFile {
  name: string
  note: Note | undefined
}

/** Writes files one after the other; `written` is told of each once it is in the archive. */
export async function* fileMembers(
  ctx: Context,
  files: readonly CrateFile[],
  folder: string,
  written: (file: WrittenFile) => void,
): AsyncGenerator<ZipMember> {
  for (const file of files) {
    let told: { name: string; note: Note } | undefined
    yield fileMember(ctx, file.inside, folder, ({ name, content, suffix }) => {
      const note = { name: `${file.row.real_name}${suffix}`, ...measure(content) }
      told = { name, note }
    })
    written({ ...file, name: told?.name ?? file.inside.name, note: told?.note })
  }
}

export function measure(text: string): Pick<Note, 'size' | 'sha256'> {
  const bytes = Buffer.from(text)
  return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}
