import type { Said } from '@aliquot/contract/refusals/say'
import type { Change } from '../../change.ts'
import type { UploadRow } from '../../db/schema.ts'
import { Refusal } from '../../errors.ts'
import { requireMutable, requireUnusedIn } from './uploads.access.ts'
import { changeUpload, type UploadSet } from './uploads.change.ts'
import { holdUploads } from './uploads.of-entry.ts'

/** The attributes of a file at an earlier moment. */
export type UploadThen = Pick<UploadRow, 'real_name' | 'comment' | 'state'>

export interface RestoredUploads {
  isChanged: boolean
  refused: { upload: UploadRow; said: Said }[]
}

const STATE = { normal: 1, archived: 2 } as const

/**
 * Restores the files of an entry to an earlier moment. Later ones are archived, so nothing is lost. The caller has
 * locked the entry and records the change there.
 */
export async function restoreUploads(
  work: Change,
  entity: number,
  then: ReadonlyMap<number, UploadThen>,
  /** The new main text of the entry. */
  text: string,
): Promise<RestoredUploads> {
  const result: RestoredUploads = { isChanged: false, refused: [] }
  for await (const upload of holdUploads(work, entity)) {
    const set = differing(upload, then.get(upload.id) ?? later(upload))
    if (Object.keys(set).length === 0) continue
    const said = refusalOf(upload, set, text)
    if (said !== undefined) {
      result.refused.push({ upload, said })
      continue
    }
    await changeUpload(work, upload, set)
    result.isChanged = true
  }
  return result
}

function later({ state }: UploadRow): UploadSet {
  return state === STATE.normal ? { state: STATE.archived } : {}
}

function differing(upload: UploadRow, wanted: UploadSet): UploadSet {
  const entries = Object.entries(wanted).filter(([name, value]) => upload[name as keyof UploadThen] !== value)
  return Object.fromEntries(entries)
}

function refusalOf(upload: UploadRow, set: UploadSet, text: string): Said | undefined {
  try {
    requireMutable(upload)
    if (upload.state === STATE.normal && set.state !== undefined) requireUnusedIn(text, upload)
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.said
  }
}
