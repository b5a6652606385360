import { defineTexts } from '../../i18n/text.tsx'

export const savingTexts = defineTexts(
  {
    saving: 'Saving…',
    saved: 'Saved',
    savedAt: (time: string) => `Saved ${time}`,
    offline: 'Offline, kept on this device',
    conflict: 'Two versions: choose one',
    notSaved: (reason: string) => `Not saved: ${reason} It is kept on this device.`,
    conflictTitle: 'The same words were changed twice',
    conflictHint:
      'Somebody else changed this entry while you were writing, in the same place. Nothing is lost: both versions are below.',
    mine: 'Your version',
    theirs: 'The version on the server',
    onlyMine: 'only here',
    onlyTheirs: 'only on the server',
    tookTheirs: 'The version on the server is kept, yours is set aside',
    keepMine: 'Keep mine',
    keepTheirs: 'Keep theirs',
    keepBoth: 'Keep both, one after the other',
    later: 'Decide later',
    decide: 'Choose a version',
  },
  {
    fr: {
      saving: 'Enregistrement…',
      saved: 'Enregistré',
      savedAt: (time: string) => `Enregistré à ${time}`,
      offline: 'Hors ligne, conservé sur cet appareil',
      conflict: 'Deux versions : à vous de choisir',
      notSaved: (reason: string) => `Non enregistré : ${reason} C’est conservé sur cet appareil.`,
      conflictTitle: 'Les mêmes mots ont été modifiés deux fois',
      conflictHint:
        'Quelqu’un a modifié cette entrée au même endroit pendant que vous écriviez. Rien n’est perdu : voici les deux versions.',
      mine: 'Votre version',
      theirs: 'La version du serveur',
      onlyMine: 'seulement ici',
      onlyTheirs: 'seulement sur le serveur',
      tookTheirs: 'La version du serveur est gardée, la vôtre est mise de côté',
      keepMine: 'Garder la mienne',
      keepTheirs: 'Garder l’autre',
      keepBoth: 'Garder les deux, l’une après l’autre',
      later: 'Décider plus tard',
      decide: 'Choisir une version',
    },
  },
)
