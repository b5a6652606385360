/** The feed. */
export const changesRefusals = {
  'changes.not_cursor': [
    '{field}: is not a cursor of this instance',
    'Leave it out to begin from the beginning, or send now.',
  ],
  'changes.too_many_streams': [
    'You already follow the feed with {most} streams, which is the most for one person',
    'End one of them. Tabs of a browser and parts of a program can share a stream.',
  ],
  'changes.too_many_waiting': [
    'You already wait for changes with {most} requests, which is the most for one person',
    'Ask without wait, or follow the stream.',
  ],
  'changes.unknown_kind': '{field}: "{given}" is not a kind of change, see /api/docs',
} as const
