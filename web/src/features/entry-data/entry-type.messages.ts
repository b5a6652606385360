import type { EntityType } from '@aliquot/contract/common'
import { defineMessages, type Messages, useMessages } from '../../i18n/messages.tsx'

/** The messages that differ by entity type. */
interface TypeMessages {
  title: string
  /** `3 experiments`, with a formatted number. */
  count(count: string, isOne: boolean): string
  create: string
  search: string
  scope: string
  chooseOwner: string
  chooseDate: string
  noneYet: string
  noneYetHint: string
  nothingFoundHint: string
  this: string
  titlePlaceholder: string
  forbidden: string
  missing: string
  missingHint: string
  failed: string
  toList: string
}

const typeMessages: Readonly<Record<EntityType, Messages<TypeMessages>>> = {
  experiments: defineMessages<TypeMessages>(
    {
      title: 'Experiments',
      count: (count, isOne) => `${count} ${isOne ? 'experiment' : 'experiments'}`,
      create: 'New experiment',
      search: 'Search experiments',
      scope: 'Whose experiments',
      chooseOwner: 'Whose experiments to show',
      chooseDate: 'Experiments of which days',
      noneYet: 'No experiments yet',
      noneYetHint: 'Everything you try in the lab starts here. Press C, or use the button, to write the first one.',
      nothingFoundHint: 'No experiment fits the search and the filters. Words are found by their start.',
      this: 'This experiment',
      titlePlaceholder: 'What is this experiment about?',
      forbidden: 'You may not see this experiment',
      missing: 'There is no such experiment',
      missingHint: 'The address may be mistyped. Your experiments are in the list.',
      failed: 'The experiment could not be loaded',
      toList: 'Go to the experiments',
    },
    {
      fr: {
        title: 'Expériences',
        count: (count, isOne) => `${count} ${isOne ? 'expérience' : 'expériences'}`,
        create: 'Nouvelle expérience',
        search: 'Rechercher des expériences',
        scope: 'Expériences de qui',
        chooseOwner: 'Les expériences de qui',
        chooseDate: 'Les expériences de quels jours',
        noneYet: 'Pas encore d’expérience',
        noneYetHint: 'Tout ce que vous essayez au laboratoire commence ici. Appuyez sur C, ou utilisez le bouton.',
        nothingFoundHint:
          'Aucune expérience ne correspond à la recherche et aux filtres. Les mots se trouvent par leur début.',
        this: 'Cette expérience',
        titlePlaceholder: 'De quoi traite cette expérience ?',
        forbidden: 'Vous ne pouvez pas voir cette expérience',
        missing: 'Cette expérience n’existe pas',
        missingHint: 'L’adresse est peut-être erronée. Vos expériences sont dans la liste.',
        failed: 'L’expérience n’a pas pu être chargée',
        toList: 'Aller aux expériences',
      },
    },
  ),
  items: defineMessages<TypeMessages>(
    {
      title: 'Resources',
      count: (count, isOne) => `${count} ${isOne ? 'resource' : 'resources'}`,
      create: 'New resource',
      search: 'Search resources',
      scope: 'Whose resources',
      chooseOwner: 'Whose resources to show',
      chooseDate: 'Resources of which days',
      noneYet: 'No resources yet',
      noneYetHint: 'Chemicals, samples, strains, instruments: what experiments are made with has its place here.',
      nothingFoundHint: 'No resource fits the search and the filters. Words are found by their start.',
      this: 'This resource',
      titlePlaceholder: 'What is this?',
      forbidden: 'You may not see this resource',
      missing: 'There is no such resource',
      missingHint: 'The address may be mistyped. The resources are in the list.',
      failed: 'The resource could not be loaded',
      toList: 'Go to the resources',
    },
    {
      fr: {
        title: 'Ressources',
        count: (count, isOne) => `${count} ${isOne ? 'ressource' : 'ressources'}`,
        create: 'Nouvelle ressource',
        search: 'Rechercher des ressources',
        scope: 'Ressources de qui',
        chooseOwner: 'Les ressources de qui',
        chooseDate: 'Les ressources de quels jours',
        noneYet: 'Pas encore de ressource',
        noneYetHint: 'Produits, échantillons, souches, instruments : ce dont les expériences ont besoin est ici.',
        nothingFoundHint:
          'Aucune ressource ne correspond à la recherche et aux filtres. Les mots se trouvent par leur début.',
        this: 'Cette ressource',
        titlePlaceholder: 'Qu’est-ce que c’est ?',
        forbidden: 'Vous ne pouvez pas voir cette ressource',
        missing: 'Cette ressource n’existe pas',
        missingHint: 'L’adresse est peut-être erronée. Les ressources sont dans la liste.',
        failed: 'La ressource n’a pas pu être chargée',
        toList: 'Aller aux ressources',
      },
    },
  ),
  experiments_templates: templateMessages(
    ['experiment', 'Write once what many experiments start with: text, fields, tags and who can see them.'],
    [
      'd’expérience',
      'expériences',
      'Écrivez une fois ce par quoi commencent vos expériences : texte, champs, partage.',
    ],
  ),
  items_types: templateMessages(
    ['resource', 'Set up once what all antibodies, plasmids or instruments have in common: fields, tags and sharing.'],
    ['de ressource', 'ressources', 'Définissez une fois ce que vos anticorps, plasmides ou instruments ont en commun.'],
  ),
}

/** The messages of both kinds of templates are alike. */
function templateMessages(
  [one, hint]: [string, string],
  [of, many, indication]: [string, string, string],
): Messages<TypeMessages> {
  return defineMessages<TypeMessages>(
    {
      title: `${one.charAt(0).toUpperCase()}${one.slice(1)} templates`,
      count: (count, isOne) => `${count} ${isOne ? 'template' : 'templates'}`,
      create: 'New template',
      search: `Search ${one} templates`,
      scope: 'Whose templates',
      chooseOwner: 'Whose templates to show',
      chooseDate: 'Templates of which days',
      noneYet: `No ${one} templates yet`,
      noneYetHint: hint,
      nothingFoundHint: 'No template fits the search and the filters. Words are found by their start.',
      this: 'This template',
      titlePlaceholder: `What are these ${one}s called?`,
      forbidden: 'You may not see this template',
      missing: 'There is no such template',
      missingHint: 'The address may be mistyped. The templates are in the list.',
      failed: 'The template could not be loaded',
      toList: `Go to the ${one} templates`,
    },
    {
      fr: {
        title: `Modèles ${of}`,
        count: (count, isOne) => `${count} ${isOne ? 'modèle' : 'modèles'}`,
        create: 'Nouveau modèle',
        search: `Rechercher des modèles ${of}`,
        scope: 'Modèles de qui',
        chooseOwner: 'Les modèles de qui',
        chooseDate: 'Les modèles de quels jours',
        noneYet: `Pas encore de modèle ${of}`,
        noneYetHint: indication,
        nothingFoundHint:
          'Aucun modèle ne correspond à la recherche et aux filtres. Les mots se trouvent par leur début.',
        this: 'Ce modèle',
        titlePlaceholder: `Comment s’appellent ces ${many} ?`,
        forbidden: 'Vous ne pouvez pas voir ce modèle',
        missing: 'Ce modèle n’existe pas',
        missingHint: 'L’adresse est peut-être erronée. Les modèles sont dans la liste.',
        failed: 'Le modèle n’a pas pu être chargé',
        toList: `Aller aux modèles ${of}`,
      },
    },
  )
}

export function useTypeMessages(type: EntityType): TypeMessages {
  return useMessages(typeMessages[type])
}
