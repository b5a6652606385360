import type { labelRefusals } from '@aliquot/contract/refusals/label'
import type { WordsFor } from '../../../i18n/refusals/words.ts'

export const labelWords: WordsFor<typeof labelRefusals> = {
  'label.not_found': 'In diesem Team gibt es keine Angabe mit dieser ID',
  'label.may_not_change': 'Nur Admins dieses Teams dürfen diese ändern',
  'label.other_team': 'Sie arbeiten in einem anderen Team: Wechseln Sie zuerst in dieses',
  'label.may_not_share': [
    '{field}: Sie dürfen dies nicht ändern',
    'Nur Admins des Teams geben Kategorien und Status für andere Teams frei.',
  ],
  'label.not_states': '{field}: muss unter {choices:every} sein',
}
