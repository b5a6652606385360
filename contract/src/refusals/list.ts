/** Lists of entries, and what narrows them down. */
export const listRefusals = {
  'list.not_scope': '{field}: must be 1 (own), 2 (team) or 3 (everything you may read)',
  'list.not_days':
    '{field}: must be a day or a range of days, like 2026-01-01..2026-01-31, 2026-01-01.. or ..2026-01-31',
  'list.ends_before': '{field}: must not end before it begins',
  'list.not_state': '{field}: {given} is not a state: 1 normal, 2 archived, 3 deleted',
  'list.resources_only': '{field}: is for resources (items) only',
  'list.too_many_filters': '{field}: tags, filters and words must be at most {most:count} together',
  'list.team_or_own': '{field}: must be team, or absent for your own entries',
  'list.all_or_unread': '{field}: must be 0, or absent for all',
  'list.too_far': [
    '{field}: must be at most {most:count} in a list with a search or filters',
    'Leave out limit to get everything, or narrow it down further.',
  ],
  'list.too_far_back': [
    '{field}: the page lies behind the first {steps:count} entries of the list, and no index leads there',
    'Narrow it down by a word, a tag, a day or an owner, or leave out limit to get everything.',
  ],
  'list.too_many_of_yours': 'You are already reading {most:count} large lists; wait until one of them ends',
  'list.too_many_open': 'Too many large lists are being read at the moment',
} as const
