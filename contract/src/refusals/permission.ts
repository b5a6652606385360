/** Who may see and change an entry. */
export const permissionRefusals = {
  'permission.not_lists': '{field}: must hold the lists teams, teamgroups and users',
  'permission.too_many': '{field}: {list} must be at most {most:count}',
  'permission.not_ids': '{field}: {list} must be a list of ids',
  'permission.wrong_base': '{field}: base must be one of {choices:list}',
  'permission.unknown_id': '{field}: {list} has an unknown id: {id}',
  'permission.level_off': '{field}: this instance does not allow the level {level} ({name})',
  'permission.immutable': '{field}: this permission cannot be changed on this entry',
} as const
