/** Files that entries are written to. */
export const exportRefusals = {
  'export.not_here_yet': '{field}: {format} is not available yet: {offered:list} are',
  'export.unknown_format': '{field}: is not a format of entries: {offered:list} are',
  'export.only_json': '{field}: is not available here: only json is',
  'export.only_present': '{field}: only what an entry is now can be exported as a file',
  'export.not_export_id': '{field}: must be 16 to 64 letters, digits, - or _',
  'export.no_entry': '{field}: there is no entry {id}',
  'export.left_out': '{field}: the rest of the query leaves out entry {id}',
  'export.no_file': '{field}: there is no file {id} on this entry',
  'export.may_not_read': 'You may not read entry {id}',
  'export.unknown': 'There is no export of yours with this name here',
  'export.stopped': 'The export was stopped',
} as const
