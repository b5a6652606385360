import { defineMessages } from '../../i18n/messages.tsx'

export const personAccessMessages = defineMessages(
  {
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
  },
  {
    fr: {
      sessions: 'Sessions',
      sessionsOf: (name: string) => `Sessions de ${name}`,
      noSessions: 'Connecté nulle part.',
      endSessions: 'Fermer toutes les sessions',
      endOtherSessions: 'Fermer toutes les autres sessions',
      endQuestion: (name: string) => `${name} est alors déconnecté partout, et peut se reconnecter.`,
      endOthersQuestion: 'Vous êtes alors déconnecté partout sauf ici.',
      sessionsEnded: (name: string) => `Sessions de ${name} fermées`,
      keys: 'Clés d’API',
      keysOf: (name: string) => `Clés d’API de ${name}`,
      noKeys: 'Aucune clé.',
      removeKeys: 'Supprimer toutes les clés',
      removeQuestion: (name: string) =>
        `Les programmes et instruments qui agissent au nom de ${name} sont alors refusés. C’est définitif.`,
      keysRemoved: (name: string) => `Clés d’API de ${name} supprimées`,
    },
  },
)
