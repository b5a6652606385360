import { defineTexts } from '../../i18n/text.tsx'
import type { Group } from './restore-report.ts'

export const restoreTexts = defineTexts(
  {
    lost: 'The connection was lost in the middle of restoring.',
    ended: 'Restoring ended in the middle.',
    done: (what: string) => `Done: ${what}.`,
    open: (what: string) => `Not done, or not wholly: ${what}.`,
    refused: (what: string) => `Could not be brought back: ${what}.`,
    left: (what: string) => `Left as it is: ${what}.`,
    more: (count: number) => `${count} more`,
    groups: { fields: 'text and fields', links: 'links', uploads: 'files', steps: 'steps' } as Readonly<
      Record<Group, string>
    >,
    link: (title: string) => `the link to “${title}”`,
    file: (name: string) => `the file “${name}”`,
    noComment: (name: string) => `that the file “${name}” had no comment`,
    step: (body: string) => `the step “${body}”`,
    fixed: (body: string) => `whether the step “${body}” is fixed`,
    allFixed: 'whether the steps are fixed',
    order: 'the order of the steps',
    tooMany: { uploads: 'the files (too many)', steps: 'the steps (too many)' },
    wasDeleted: (title: string) => `the link to “${title}”, which was in the trash then`,
  },
  {
    fr: {
      lost: 'La connexion a été perdue pendant le rétablissement.',
      ended: 'Le rétablissement s’est arrêté en chemin.',
      done: (what: string) => `Fait : ${what}.`,
      open: (what: string) => `Pas fait, ou pas entièrement : ${what}.`,
      refused: (what: string) => `N’a pas pu être rétabli : ${what}.`,
      left: (what: string) => `Laissé tel quel : ${what}.`,
      more: (count: number) => (count === 1 ? '1 autre' : `${count} autres`),
      groups: { fields: 'texte et champs', links: 'liens', uploads: 'fichiers', steps: 'étapes' },
      link: (title: string) => `le lien vers « ${title} »`,
      file: (name: string) => `le fichier « ${name} »`,
      noComment: (name: string) => `l’absence de commentaire du fichier « ${name} »`,
      step: (body: string) => `l’étape « ${body} »`,
      fixed: (body: string) => `si l’étape « ${body} » est figée`,
      allFixed: 'si les étapes sont figées',
      order: 'l’ordre des étapes',
      tooMany: { uploads: 'les fichiers (trop nombreux)', steps: 'les étapes (trop nombreuses)' },
      wasDeleted: (title: string) => `le lien vers « ${title} », alors dans la corbeille`,
    },
  },
)

export type RestoreTexts = (typeof restoreTexts)['en']
