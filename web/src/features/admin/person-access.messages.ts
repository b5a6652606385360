import { defineMessages } from '../../i18n/messages.tsx'

export const personAccessMessages = defineMessages('personAccess', {
  sessions: 'Sessions',
  sessionsOf: (name: string) => `Sessions of ${name}`,
  noSessions: 'Signed in nowhere.',
  endSessions: 'End all sessions',
  endOtherSessions: 'End all other sessions',
  endQuestion: (name: string) => `${name} is signed out everywhere then, and can sign in again.`,
  endOthersQuestion: 'You are signed out everywhere but here then.',
  sessionsEnded: (name: string) => `Ended the sessions of ${name}`,
  keys: 'API keys',
  keysOf: (name: string) => `API keys of ${name}`,
  noKeys: 'No keys.',
  removeKeys: 'Remove all keys',
  removeQuestion: (name: string) =>
    `Programs and instruments that work in the name of ${name} are refused then. This cannot be undone.`,
  keysRemoved: (name: string) => `Removed the API keys of ${name}`,
})
