/** Uploads in parts, by the tus protocol. */
export const resumableRefusals = {
  'resumable.not_found': 'There is no such upload: begin again',
  'resumable.too_many': 'You have {most:count} unfinished uploads of the last hour: finish or cancel one first',
  'resumable.version': '{field}: must be {version}',
  'resumable.unsupported': '{field}: is not supported here',
  'resumable.not_bytes': '{field}: must be a whole number of bytes',
  'resumable.wrong_type': '{field}: must be {type}',
  'resumable.bad_metadata': '{field}: must be keys with base64 values, each key once',
  'resumable.wrong_offset': '{field}: is not where the upload stands; ask for it with HEAD',
  'resumable.too_many_bytes': '{field}: is less than what was sent',
} as const
