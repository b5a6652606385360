/** Groups of a team. */
export const teamgroupRefusals = {
  'teamgroup.not_found': 'No team group with this id',
  'teamgroup.may_not_manage': 'Only admins of its team can manage a group',
  'teamgroup.unknown_user': '{field}: there is no user with this id',
  'teamgroup.needed_with': '{field}: is needed with {other}',
} as const
