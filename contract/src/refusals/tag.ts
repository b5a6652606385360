/** Tags. */
export const tagRefusals = {
  'tag.not_on_entry': 'No tag with this id on this entry',
  'tag.not_in_team': 'No tag with this id in the team',
  'tag.of_other_team': 'This tag belongs to another team',
  'tag.may_not_manage': 'Only admins of the team can manage its tags',
  'tag.may_not_create': '{field}: only admins of this team may create new tags',
  'tag.unknown': '{field}: there is no such tag in the team',
} as const
