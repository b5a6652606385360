import { defineMessages } from '../../i18n/messages.tsx'

export const personAccessMessages = defineMessages('personAccess', {
  sessions: 'Sessions',
  sessionsOf: (name: string) => `Sessions of ${name}`,
  noSessions: 'No sessions.',
  endSessions: 'End all sessions',
  endOtherSessions: 'End all other sessions',
  endQuestion: (name: string) => `This signs ${name} out everywhere. They can sign in again.`,
  endOthersQuestion: 'This signs you out everywhere else.',
  sessionsEnded: (name: string) => `Sessions of ${name} ended`,
  keys: 'API keys',
  keysOf: (name: string) => `API keys of ${name}`,
  noKeys: 'No keys.',
  removeKeys: 'Remove all keys',
  removeQuestion: (name: string) => `Programs and instruments of ${name} will stop working. This cannot be undone.`,
  keysRemoved: (name: string) => `API keys of ${name} removed`,
})
