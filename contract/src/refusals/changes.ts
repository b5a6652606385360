/** The feed. */
export const changesRefusals = {
  'changes.not_cursor': [
    '{field}: is not a cursor of this instance',
    'Leave it out to begin from the beginning, or send now.',
  ],
  'changes.unknown_kind': '{field}: "{given}" is not a kind of change, see /api/docs',
} as const
