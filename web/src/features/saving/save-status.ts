import type { SaveStatus } from '../../sync/sync.types.ts'

/** What needs the person comes first, then what is not saved yet. */
const ORDER: readonly SaveStatus['state'][] = ['conflict', 'error', 'offline', 'saving', 'saved']

/** The combined save state of texts and fields. */
export function joinStatus(texts: SaveStatus, fields: SaveStatus): SaveStatus {
  if (texts.state === 'saved' && fields.state === 'saved') {
    return { state: 'saved', at: latest(texts.at, fields.at) }
  }
  return ORDER.indexOf(fields.state) < ORDER.indexOf(texts.state) ? fields : texts
}

function latest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b)
}
