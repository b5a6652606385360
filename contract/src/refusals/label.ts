/** Categories and status. */
export const labelRefusals = {
  'label.not_found': 'None with this id in this team',
  'label.may_not_change': 'Only admins of this team may change these',
  'label.other_team': 'You work in another team: switch to this one first',
  'label.may_not_share': [
    '{field}: you may not change this',
    'Only admins of the team can share its categories and statuses with other teams.',
  ],
  'label.not_states': '{field}: must be among {choices:every}',
} as const
