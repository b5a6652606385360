/** Saved lists. */
export const viewRefusals = {
  'view.not_found': 'No view with this id',
  'view.too_many': 'You already have {most:count} views',
  'view.may_not_change': 'Only its author or an admin of the team can change a view',
} as const
