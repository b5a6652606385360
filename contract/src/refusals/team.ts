/** Teams. */
export const teamRefusals = {
  'team.not_found': 'No team with this id',
  'team.not_member': 'You are not an active member of this team',
  'team.may_not_change': 'Only admins of this team and sysadmins can change it',
  'team.may_not_create': 'Only sysadmins can create teams',
  'team.no_mail': 'Mail is not configured on this instance: nothing was sent',
  'team.no_welcome': 'This team has no welcome e-mail: nothing was sent',
  'team.has_members': 'This team still has members, archived ones included',
  'team.has_entries': 'This team still has experiments or resources',
  'team.quota_by_sysadmin': '{field}: only sysadmins can set the file limit of a team',
  'team.not_days': '{field}: must be a number of days',
  'team.days_between': '{field}: must be a number of days from {least:count} to {most:count}',
  'team.not_bytes': '{field}: must be a number of bytes, or null',
  'team.not_size': '{field}: must be a number of bytes, a size such as {example}, or null',
  'team.not_users': '{field}: must be a list of user ids',
} as const
