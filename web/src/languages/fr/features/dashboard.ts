import type { dashboardMessages } from '../../../features/dashboard/dashboard.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const dashboard: WordsOf<typeof dashboardMessages> = {
  title: 'Accueil',
  morning: (name) => `Bonjour, ${name}`,
  afternoon: (name) => `Bonjour, ${name}`,
  evening: (name) => `Bonsoir, ${name}`,
  night: (name) => `Bonsoir, ${name}`,
  drafts: 'Pas encore enregistré',
  draftsHint: 'Ce texte est seulement sur cet appareil. Ouvrez l’entrée et il sera envoyé.',
  typed: 'tapé',
  pinned: 'Épinglées',
  recent: 'Modifiées récemment',
  team: 'Dans votre équipe',
  comments: 'Commentaires récents',
  personOn: (name, title) => `${name} à propos de « ${title} »`,
  youOn: (title) => `Vous à propos de « ${title} »`,
  locked: 'Verrouillée',
  all: 'Toutes les expériences',
  emptyTitle: 'Votre cahier est prêt',
  emptyHint:
    'Écrivez votre première expérience. Tout est enregistré au fil de la frappe, et chaque modification peut être annulée.',
  emptyCreate: 'Nouvelle expérience',
  emptyKey: 'Ou appuyez sur cette touche, n’importe où :',
  teachPalette: 'Tout faire au clavier',
  teachPaletteHint: 'La recherche et toutes les commandes sont à un raccourci.',
  teachKeys: 'Connecter vos instruments et vos scripts',
  teachKeysHint: 'Créez une clé d’API ; les programmes écrits pour l’API d’eLabFTW fonctionnent tels quels.',
  teachShortcuts: 'Apprendre quelques raccourcis',
  teachShortcutsHint: 'Cette touche les montre tous, sur chaque page.',
  noRecent: 'Rien d’écrit pour l’instant. Commencez par une nouvelle expérience.',
}
