/** The subjects of journal events, and their names in the audit trail in each language. */
export const AUDIT_SUBJECTS = {
  user: { en: 'User', fr: 'Utilisateur' },
  membership: { en: 'Membership', fr: 'Appartenance' },
  team: { en: 'Team', fr: 'Équipe' },
  apikey: { en: 'API key', fr: 'Clé d’API' },
  session: { en: 'Session', fr: 'Session' },
  attempt: { en: 'Refused sign-in or API key', fr: 'Connexion ou clé d’API refusée' },
  entity: { en: 'Entry', fr: 'Entrée' },
  comment: { en: 'Comment', fr: 'Commentaire' },
  tag: { en: 'Tag', fr: 'Étiquette' },
  pin: { en: 'Pin', fr: 'Épingle' },
  favtag: { en: 'Favourite tag', fr: 'Étiquette favorite' },
  label: { en: 'Category or status', fr: 'Catégorie ou statut' },
  teamgroup: { en: 'Group', fr: 'Groupe' },
  teamgroup_member: { en: 'Place in a group', fr: 'Place dans un groupe' },
  config: { en: 'Settings', fr: 'Réglages' },
  view: { en: 'Saved list', fr: 'Liste enregistrée' },
  notification: { en: 'Notification', fr: 'Notification' },
  step: { en: 'Step', fr: 'Étape' },
  link: { en: 'Link', fr: 'Lien' },
  request: { en: 'Request', fr: 'Demande' },
  todo: { en: 'To-do list', fr: 'Liste de tâches' },
  upload: { en: 'File', fr: 'Fichier' },
  export: { en: 'Export of entries', fr: 'Export d’entrées' },
} as const satisfies Record<string, { en: string; fr: string }>

export type AuditSubject = keyof typeof AUDIT_SUBJECTS

export const AUDIT_SUBJECT_NAMES = Object.keys(AUDIT_SUBJECTS) as AuditSubject[]
