/** Revisions, and what an entry was. */
export const historyRefusals = {
  'history.no_revision': 'No revision with this id on this entry',
  'history.no_position': 'Nothing with this position is in the history of this entry',
  'history.created_later': '{field}: this entry was created later',
} as const
