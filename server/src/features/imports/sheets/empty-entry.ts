import type { IncomingEntry } from '../incoming.ts'
import type { Row } from './table.ts'

/** An entry of a row that says nothing yet. */
export function emptyEntry({ number }: Row): IncomingEntry {
  return {
    ...{ key: `row ${number}`, row: number, type: null, title: '', text: '', contentType: 'html', date: null },
    ...{ createdAt: null, modifiedAt: null, elabid: null, customId: null, state: 'normal', isLocked: false },
    ...{ rating: null, category: null, status: null, tags: [], metadata: null, fields: [], steps: [], comments: [] },
    ...{ files: [], links: [], addresses: [], author: null, record: null, notes: [] },
  }
}
