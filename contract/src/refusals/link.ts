/** Links between entries. */
export const linkRefusals = {
  'link.not_found': 'No entry with this id to link to',
  'link.deleted': 'The entry to link to is deleted: restore it first',
  'link.too_many': 'An entry points to at most {most:count} others',
} as const
