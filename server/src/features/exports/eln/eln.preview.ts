import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Entity } from '@aliquot/contract/entities'
import type { UploadRow } from '../../../db/schema.ts'
import { wireTime } from '../../../lib/dates.ts'
import { Texts } from '../../../text-work/text-work.ts'
import { readRecord, type Viewer } from '../../entries/entries.record.ts'
import { articleOf, type NamedFile, PAGE_END, pageHead } from '../exports.page.ts'
import { ifOpen, type Place, readAside } from '../exports.read.ts'
import { nameCrateFiles } from './eln.files.ts'
import { folderOf } from './eln.names.ts'
import { FILE_STATES, readUploads } from './eln.uploads.ts'

const TITLE = 'Export from Aliquot'

export const PREVIEW_HEAD = pageHead(TITLE)
export const PREVIEW_END = PAGE_END

/** A file with its name in the folder of its entry. */
export interface ListedFile {
  row: UploadRow
  name: string
  isMissing: boolean
}

/** An entry as it stands in the preview page. */
export async function* articleInCrate(
  { ctx, actor, baseUrl }: Viewer,
  entry: Entity,
  files: readonly ListedFile[],
): AsyncGenerator<string> {
  const folder = folderOf(entry.type, entry.id)
  const listed = files.map(({ row, name, isMissing }): NamedFile => {
    const upload = { ...row, created_at: wireTime(row.created_at, ctx.config.TIMEZONE) }
    return { name: `${folder}${name}`, isMissing, upload }
  })
  const beside = listed.map(({ name, upload }) => ({ name, longName: upload.long_name }))
  const text = await new Texts(actor.userid).later('selfContained', entry.body_html ?? '', beside, baseUrl)
  const options = { changelog: false, classification: '', baseUrl, timezone: ctx.config.TIMEZONE }
  yield '<article>\n'
  yield* articleOf(entry, { ...options, text, files: listed })
  yield '</article>\n'
}

/** The preview page alone, as it would stand in an archive of these entries. */
export async function* cratePreview(places: AsyncIterable<Place> | Iterable<Place>): AsyncGenerator<string> {
  yield PREVIEW_HEAD
  for await (const { viewer, type, id } of places) {
    const found = await ifOpen(() =>
      readAside(viewer, async (aside) => {
        const { record } = await readRecord({ ...aside, fileStates: FILE_STATES }, type, id)
        return { record, uploads: await readUploads(aside.ctx.db.read, record) }
      }),
    )
    if (found) {
      const named = await nameCrateFiles(viewer.ctx, found.uploads)
      const files = named.map(({ row, inside: { name, isMissing } }) => ({ row, name, isMissing }))
      yield* articleInCrate(viewer, found.record, files)
    }
    // SQLite and a fast client never pause, so yield to other requests.
    await nextTurn()
  }
  yield PREVIEW_END
}
