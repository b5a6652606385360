/**
 * Length limits of texts. The service refuses longer texts, and the page warns before. Plain values without imports, so
 * that the page loads nothing else of the contract.
 */
export interface Limit {
  most: number
  /** `signs`: graphemes, so that é or a flag is one. `characters`: UTF-16 units, as JavaScript counts. */
  counts: 'characters' | 'signs' | 'bytes'
}

export const TITLE_LIMIT: Limit = { most: 255, counts: 'signs' }
export const COMMENT_LIMIT: Limit = { most: 65_535, counts: 'bytes' }
export const STEP_LIMIT: Limit = { most: 10_000, counts: 'characters' }
/** The API truncates a new step to this. */
export const NEW_STEP_LIMIT: Limit = { most: 255, counts: 'signs' }
export const TO_DO_LIMIT: Limit = { most: 10_000, counts: 'characters' }
/** Names of people, teams, groups, labels, saved lists and tags. */
export const NAME_LIMIT: Limit = { most: 255, counts: 'characters' }
export const FILE_NAME_LIMIT: Limit = { most: 4096, counts: 'characters' }
export const FILE_COMMENT_LIMIT: Limit = { most: 255, counts: 'signs' }
export const REASON_LIMIT: Limit = { most: 500, counts: 'characters' }

export function lengthOf(text: string, { most, counts }: Limit): number {
  // A UTF-16 unit has at most three bytes, so short texts need no counting.
  if (counts === 'characters' || text.length * 3 <= most) return text.length
  if (counts === 'bytes') return new TextEncoder().encode(text).length
  return text.length <= most ? text.length : [...new Intl.Segmenter().segment(text)].length
}

export function isTooLong(text: string, limit: Limit): boolean {
  return lengthOf(text, limit) > limit.most
}
