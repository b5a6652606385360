/** Saved lists. */
export const viewRefusals = {
  'view.not_found': 'No view with this id',
  'view.too_many': 'There are {most:count} views of yours already',
  'view.may_not_change': 'Only who made this view, or an admin of the team, may change it',
} as const
