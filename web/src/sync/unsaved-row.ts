import type { EntityType } from '@aliquot/contract/common'
import type { UnsavedText } from './text-state.ts'

/** The unsaved text of one entry in one page, so that two tabs never overwrite each other. */
export interface UnsavedRow extends UnsavedText {
  key: string
  /** Missing in rows from when there were only experiments. */
  type?: EntityType
  entryId: number
  userid: number
}
