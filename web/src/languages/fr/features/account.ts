import type { accountMessages } from '../../../features/account/account.messages.ts'
import type { apikeyMessages } from '../../../features/account/apikeys.messages.ts'
import type { notificationSettingsMessages } from '../../../features/account/notification-settings.messages.ts'
import type { ownFilesMessages } from '../../../features/account/own-files.messages.ts'
import type { paperSettingsMessages } from '../../../features/account/paper-settings.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const account: WordsOf<typeof accountMessages> = {
  title: 'Votre compte',
  sections: {
    profile: 'Profil',
    password: 'Mot de passe',
    look: 'Apparence et langue',
    writing: 'Écriture',
    paper: 'Papier',
    notifications: 'Notifications',
    files: 'Vos fichiers',
    sessions: 'Sessions',
    keys: 'Clés d’API',
    webhooks: 'Webhooks',
  },
  keysIntro: 'Avec une clé, un programme ou un instrument agit en votre nom. Donnez à chacun la sienne.',
  noKeys: 'Pas encore de clé. Créez ci-dessus celle de votre premier script ou instrument.',
  keyName: 'Nom',
  keyNamePlaceholder: 'Balance de la salle 2.14',
  keyNameProposed: (time) => `Clé du ${time}`,
  keyLevel: 'Ce qu’elle permet',
  actsIn: (team) => `Agit dans l’équipe ${team}.`,
  actsInOneOf: (team) => `Agit dans l’équipe ${team}. Pour une autre, changez d’abord d’équipe.`,
  createKey: 'Créer la clé',
  keyCreated: 'Votre nouvelle clé',
  keyOnce: 'Copiez-la maintenant. Elle ne sera plus affichée.',
  key: 'Clé',
  tryIt: 'L’essayer dans un terminal',
  done: 'Terminé',
  createdAt: 'Créée',
  lastUsed: 'Utilisée',
  neverUsed: 'Jamais utilisée',
  deleteKey: (name) => `Supprimer la clé ${name}`,
  keyDeleted: (name) => `Clé ${name} supprimée`,
  sessionsIntro: 'Vos sessions ouvertes. Fermez celles que vous ne reconnaissez pas, puis changez de mot de passe.',
  thisSession: 'Celle-ci',
  unknownBrowser: 'Programme inconnu',
  signedIn: 'Connexion',
  lastSeen: 'Vue',
  expires: 'Expire',
  endSession: 'Déconnecter',
  endOthers: 'Déconnecter partout ailleurs',
  sessionEnded: 'Cette session est fermée',
  othersEnded: 'Toutes les autres sessions sont fermées',
  passwordIntro: 'Le changer vous déconnecte partout ailleurs.',
  currentPassword: 'Mot de passe actuel',
  newPassword: 'Nouveau mot de passe',
  show: 'Afficher le mot de passe',
  changePassword: 'Changer le mot de passe',
  passwordChanged: 'Mot de passe changé. Vous êtes déconnecté partout ailleurs.',
  keysStillWork: (count) =>
    count === 1
      ? 'Votre clé d’API fonctionne toujours. Quelqu’un avec l’ancien mot de passe l’a peut-être créée.'
      : `Vos ${count} clés d’API fonctionnent toujours. Quelqu’un avec l’ancien mot de passe en a peut-être créé une.`,
  removeKeysToo: 'Supprimer aussi mes clés d’API',
  removeKeysForGood: 'Vos programmes et instruments cesseront de fonctionner. C’est définitif.',
  keysRemoved: 'Vos clés d’API sont supprimées',
  wrongPassword: 'Ce n’est pas votre mot de passe actuel.',
  tooManyTries: 'Trop d’essais infructueux. Réessayez dans un quart d’heure.',
  lookIntro: 'Conservé sur cet appareil.',
  language: 'Langue',
  keepEntries: 'Garder les entrées sur cet appareil',
  keepEntriesHint:
    'Les entrées ouvertes restent lisibles sans réseau. La déconnexion les supprime. À désactiver sur un ordinateur partagé.',
  keepEntriesForbidden: 'Votre administrateur l’a désactivé.',
  writingIntro: 'Comment commencent vos nouvelles expériences. Chacune peut être modifiée ensuite.',
  format: 'Écrites en',
  richText: 'Texte mis en forme',
  whoReads: 'Lecture',
  whoWrites: 'Modification',
  levels: {
    10: 'Moi seul',
    20: 'Moi et les admins de l’équipe',
    30: 'Mon équipe',
    40: 'Toute personne avec un compte',
    50: 'Tout le monde, même sans compte',
  },
  choiceSaved: 'Enregistré pour vos prochaines expériences',
  profileIntro: 'Comment les autres vous voient.',
  firstname: 'Prénom',
  lastname: 'Nom',
  email: 'E-mail',
  askSysadmin: 'Le nom et l’e-mail sont modifiés par un administrateur du système.',
  emailHint: 'Vous vous connectez avec. Les membres de vos équipes la voient.',
  orcidHint: 'Votre numéro au registre des chercheurs, si vous en avez un.',
  saveProfile: 'Enregistrer',
  profileSaved: 'Profil enregistré',
}

export const ownFiles: WordsOf<typeof ownFilesMessages> = {
  intro: 'Vos fichiers, dans toutes vos équipes.',
  order: 'Ordre',
  orders: { created_at: 'Les plus récents', filename: 'Par nom', filesize: 'Les plus gros' },
  state: 'État',
  states: { 1: 'Affichés', 2: 'Archivés', 3: 'Supprimés' },
  none: {
    1: 'Pas encore de fichier. Déposez-en un sur une expérience, ou ajoutez-le avec la touche U.',
    2: 'Aucun de vos fichiers n’est archivé.',
    3: 'Aucun de vos fichiers n’est supprimé.',
  },
  download: (name) => `Télécharger : ${name}`,
  more: 'Afficher plus',
}

export const apikeys: WordsOf<typeof apikeyMessages> = {
  levels: { read: 'Lecture seule', write: 'Lecture et écriture', deposit: 'Dépôt seul' },
  levelHints: {
    read: 'Voit tout ce que vous voyez. Ne change rien.',
    write: 'Voit et change tout ce que vous pouvez voir et changer.',
    deposit:
      'Pour un instrument. Ajoute des fichiers, des commentaires et des valeurs, et ne voit que ce qu’il a ajouté.',
  },
  templates: 'Crée des entrées à partir de',
  templatesHint: 'Modèles à partir desquels l’instrument peut créer des expériences ou des ressources.',
  findTemplate: 'Chercher un modèle…',
  entries: 'Ajoute à',
  entriesHint: 'Entrées qui existent déjà. L’instrument peut toujours ajouter à celles qu’il a créées.',
  findEntry: 'Chercher une expérience ou une ressource…',
  nothingFound: 'Aucun résultat',
  removeChosen: (title) => `Retirer « ${title} »`,
  needsTarget: 'Choisissez au moins un modèle ou une entrée.',
  types: {
    experiments: 'Expérience',
    items: 'Ressource',
    experiments_templates: 'Modèle',
    items_types: 'Modèle de ressource',
  },
  reaches: (templates, entries) =>
    [
      templates > 0 ? `${templates} ${templates === 1 ? 'modèle' : 'modèles'}` : '',
      entries > 0 ? `${entries} ${entries === 1 ? 'entrée' : 'entrées'}` : '',
    ]
      .filter(Boolean)
      .join(', '),
}

export const notificationSettings: WordsOf<typeof notificationSettingsMessages> = {
  intro: 'Ce que vous apprenez, et comment. Les e-mails partent si votre administrateur les a configurés.',
  kinds: {
    comment_created: { label: 'Commentaires', hint: 'Quelqu’un commente votre entrée.' },
    mention: { label: 'Mentions', hint: 'Quelqu’un vous nomme avec @ dans une entrée ou un commentaire.' },
    request_created: {
      label: 'Demandes',
      hint: 'Quelqu’un vous demande de relire, verrouiller ou signer une entrée.',
    },
    followed: { label: 'Entrées suivies', hint: 'D’autres modifient une entrée que vous suivez.' },
    step_deadline: { label: 'Échéances', hint: 'Une demi-heure avant l’échéance d’une étape.' },
    trouble: {
      label: 'Arrière-plan',
      hint: 'Un export est prêt ou a échoué, un webhook est désactivé ou un instrument se tait.',
    },
    user_created: { label: 'Nouvelles personnes', hint: 'Pour les admins d’équipe.' },
    user_need_validation: { label: 'Personnes à approuver', hint: 'Pour les admins d’équipe.' },
  },
  onPage: 'Afficher dans la cloche',
  onPageOf: (kind) => `${kind} : afficher dans la cloche`,
  byMail: 'E-mail',
  byMailOf: (kind) => `${kind} : e-mail`,
  times: { now: 'Tout de suite', daily: 'Chaque jour', weekly: 'Chaque semaine', never: 'Jamais' },
  language: 'Langue des e-mails',
  saved: 'Réglages des notifications enregistrés',
}

export const paperSettings: WordsOf<typeof paperSettingsMessages> = {
  intro: 'L’aspect de vos entrées en PDF. Les mots autour du texte sont dans la langue de vos e-mails.',
  size: 'Format du papier',
  sizes: { A4: 'A4 (210 × 297 mm)', LETTER: 'US Letter (8,5 × 11 pouces)', ROYAL: 'Royal (156 × 234 mm)' },
  files: 'Lister les fichiers',
  filesHint: 'Avec leurs empreintes et de petites images.',
  append: 'Ajouter les PDF joints',
  appendHint: 'Leurs pages suivent celles de l’entrée. PDF/A les contient plutôt comme fichiers.',
  sign: 'Lignes pour les signatures',
  signHint: 'De l’auteur et d’un témoin, à la main.',
  saved: 'Réglages du papier enregistrés',
}
