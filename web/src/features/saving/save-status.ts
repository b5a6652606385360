import type { SaveStatus } from '../../sync/sync.types.ts'

/** What needs the person comes first, then what is not at the service yet. */
const ORDER: readonly SaveStatus['state'][] = ['conflict', 'error', 'offline', 'saving', 'saved']

/** How an entry stands of which the texts stand so and the other fields so. */
export function joinStatus(texts: SaveStatus, fields: SaveStatus): SaveStatus {
  if (texts.state === 'saved' && fields.state === 'saved') {
    return { state: 'saved', at: latest(texts.at, fields.at) }
  }
  return ORDER.indexOf(fields.state) < ORDER.indexOf(texts.state) ? fields : texts
}

function latest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b)
}
