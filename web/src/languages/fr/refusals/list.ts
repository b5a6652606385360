import type { listRefusals } from '@aliquot/contract/refusals/list'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const listWords: WordsFor<typeof listRefusals> = {
  'list.not_scope': '{field} : doit être 1 (les vôtres), 2 (équipe) ou 3 (tout ce que vous pouvez lire)',
  'list.not_days':
    '{field} : doit être un jour ou une période, comme 2026-01-01..2026-01-31, 2026-01-01.. ou ..2026-01-31',
  'list.ends_before': '{field} : ne doit pas finir avant de commencer',
  'list.not_state': '{field} : {given} n’est pas un état : 1 normal, 2 archivé, 3 supprimé',
  'list.resources_only': '{field} : ne vaut que pour les ressources',
  'list.too_many_filters': '{field} : au plus {most:count} étiquettes, filtres et mots ensemble',
  'list.team_or_own': '{field} : doit être team, ou absent pour vos propres entrées',
  'list.all_or_unread': '{field} : doit être 0, ou absent pour toutes',
  'list.too_far': ['{field} : doit être au plus {most:count} dans une liste filtrée', 'Précisez la recherche.'],
  'list.too_far_back': [
    '{field} : cette page est au-delà des {steps:count} premières entrées de la liste',
    'Précisez la recherche par un mot, une étiquette, un jour ou un propriétaire.',
  ],
  'list.too_many_of_yours': 'Vous lisez déjà {most:count} longues listes ; attendez que l’une d’elles se termine',
  'list.too_many_open': 'Trop de longues listes sont lues en ce moment',
}
