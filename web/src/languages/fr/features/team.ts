import type { agentMessages } from '../../../features/team/agents/agents.messages.ts'
import type { peopleMessages } from '../../../features/team/people.messages.ts'
import type { teamMessages } from '../../../features/team/team.messages.ts'
import type { teamRoomMessages } from '../../../features/team/team-room.messages.ts'
import type { teamWelcomeMessages } from '../../../features/team/welcome/team-welcome.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const people: WordsOf<typeof peopleMessages> = {
  team: 'Équipe',
  archived: 'Archivé',
  notApproved: 'Non approuvé',
  whom: 'Filtrer les personnes',
  groups: {
    everybody: 'Tout le monde',
    admins: 'Admins',
    archived: 'Archivés',
    unvalidated: 'Pas encore approuvés',
  },
  nobody: 'Aucun résultat.',
  invite: 'Inviter',
  hasAccount: 'Cette personne a déjà un compte.',
  addKnown: (team) => `Ajouter à ${team}`,
  firstname: 'Prénom',
  lastname: 'Nom',
  email: 'E-mail',
  you: 'Vous',
  admin: 'Admin',
  invited: 'Invitation envoyée',
  signedIn: 'Connexion',
  manage: (name) => `Gérer ${name}`,
  makeLink: 'Créer un lien de mot de passe',
  makeAdmin: 'Nommer admin',
  removeAdmin: 'Retirer le rôle d’admin',
  archive: 'Archiver',
  leave: 'Retirer de l’équipe',
  joined: (name, team) => `${name} ajouté à ${team}`,
  left: (name, team) => `${name} ne fait plus partie de ${team} ; ses clés pour elle sont supprimées`,
  found: (total) => (total === 1 ? '1 personne' : `${total} personnes`),
  atLeast: (total) => `Au moins ${total} personnes`,
  bringBack: 'Réactiver',
  isAdmin: (name) => `${name} nommé admin`,
  isNoAdmin: (name) => `${name} n’est plus admin`,
  isArchived: (name) => `${name} est archivé : déconnecté, clés supprimées, entrées conservées`,
  isBack: (name) => `${name} est de retour`,
  linkTitle: (name) => `Envoyez ce lien à ${name}`,
  linkHint: 'Il sert une fois, dans les 7 jours, à choisir un mot de passe. Il ne sera plus affiché.',
  link: 'Lien',
  done: 'Terminé',
}

export const teamRoom: WordsOf<typeof teamRoomMessages> = {
  title: 'Fichiers',
  files: (used) => `${used} de fichiers`,
  filesOf: (used, limit) => `${used} sur ${limit} de fichiers`,
  filesShare: (name) => `Place prise par les fichiers de ${name}`,
  limited:
    'Chaque version d’un fichier compte, même archivée ou supprimée. Les administrateurs du système fixent la limite.',
  unlimited: 'Il n’y a pas de limite. Chaque version d’un fichier compte, même archivée ou supprimée.',
}

export const team: WordsOf<typeof teamMessages> = {
  title: 'Équipe',
  sections: {
    members: 'Membres',
    labels: 'Catégories et statuts',
    tags: 'Étiquettes',
    groups: 'Groupes',
    settings: 'Réglages',
    webhooks: 'Webhooks',
    instruments: 'Instruments',
  },
  membersIntro: 'Membres et rôles.',
  membersManaged: 'Membres de cette équipe. Les admins peuvent inviter et archiver.',
  findMember: 'Chercher un membre',
  labelsIntro: 'Pour trier et filtrer les entrées.',
  sortedEntries: 'Pour quelles entrées',
  entries: { experiments: 'Expériences', resources: 'Ressources' },
  kinds: {
    experiments_categories: {
      title: 'Catégories',
      hint: 'Par exemple un projet ou une méthode.',
      add: 'Nouvelle catégorie',
    },
    experiments_status: { title: 'Statuts', hint: 'Où en est une expérience.', add: 'Nouveau statut' },
    resources_categories: {
      title: 'Catégories',
      hint: 'Quel genre de chose c’est : un plasmide, un anticorps, un instrument.',
      add: 'Nouvelle catégorie',
    },
    items_status: {
      title: 'Statuts',
      hint: 'Dans quel état elle est : en stock, en réparation.',
      add: 'Nouveau statut',
    },
  },
  noLabels: 'Rien encore. Tapez ci-dessous le nom de la première entrée.',
  noLabelsYet: 'Rien encore. Un admin de l’équipe peut en ajouter.',
  sharedByOthers: 'Partagé par d’autres équipes',
  shared: 'Partagé',
  share: 'Partager avec les autres équipes',
  unshare: 'Garder pour cette équipe',
  isShared: (title) => `Toutes les équipes peuvent utiliser ${title}`,
  isUnshared: (title) => `Seule cette équipe utilise ${title}`,
  colorOf: (title) => `Couleur de ${title}`,
  newColor: 'Couleur du nouvel élément',
  otherColor: 'Autre couleur',
  colors: {
    red: 'Rouge',
    orange: 'Orange',
    yellow: 'Jaune',
    green: 'Vert',
    teal: 'Bleu-vert',
    cyan: 'Cyan',
    blue: 'Bleu',
    indigo: 'Indigo',
    violet: 'Violet',
    pink: 'Rose',
    brown: 'Brun',
    gray: 'Gris',
  },
  rename: (name) => `Renommer ${name}`,
  renamed: (before, after) => `${before} renommé en ${after}`,
  painted: (title) => `${title} a changé de couleur`,
  moveUp: (title) => `Monter ${title}`,
  moveDown: (title) => `Descendre ${title}`,
  movedTo: (title, place, count) => `${title} déplacé : ${place} sur ${count}`,
  actionsFor: (title) => `Autres actions pour ${title}`,
  delete: 'Supprimer',
  labelDeleted: (title) => `${title} est supprimé. Les entrées qui l’ont le gardent.`,
  tagsIntro: 'Toutes les étiquettes des entrées de l’équipe. Une étoile en fait l’une de vos favorites.',
  findTag: 'Chercher une étiquette',
  newTag: 'Nouvelle étiquette',
  tagCount: (count) => (count === 1 ? '1 étiquette' : `${count} étiquettes`),
  noTags: 'Pas encore d’étiquette. Elles viennent d’elles-mêmes : tapez # dans une entrée.',
  noSuchTag: 'Aucune étiquette de ce genre.',
  uses: (count) => (count === 0 ? 'Sur aucune entrée' : count === 1 ? 'Sur 1 entrée' : `Sur ${count} entrées`),
  favourite: (tag) => `Favori : ${tag}`,
  deleteTag: (tag) => `Supprimer l’étiquette ${tag}`,
  beingDeleted: 'Suppression en cours',
  tagDeleted: (tag, count) =>
    count === 0
      ? `Étiquette ${tag} supprimée`
      : `Étiquette ${tag} supprimée, sur ${count === 1 ? '1 entrée' : `${count} entrées`}`,
  willMerge: (tag, into, count) =>
    `Il y a déjà une étiquette « ${into} ». « ${tag} » sera fusionnée avec « ${into} », sur ${count === 1 ? '1 entrée' : `${count} entrées`}. C’est définitif.`,
  merge: 'Fusionner',
  merged: (tag, into) => `${tag} est fusionné avec ${into}`,
  groupsIntro: 'Partagez avec plusieurs personnes à la fois : un projet, un cours, une collaboration.',
  newGroup: 'Nouveau groupe',
  noGroups: 'Pas encore de groupe. Créez-en un ci-dessus, et partagez avec toutes ses personnes en une fois.',
  noGroupsYet: 'Pas encore de groupe. Un admin de l’équipe peut en créer.',
  emptyGroup: 'Il n’y a encore personne.',
  membersOf: (group) => `Dans ${group}`,
  addTo: (group) => `Ajouter à ${group}`,
  takeOut: (name, group) => `Retirer ${name} de ${group}`,
  joinedGroup: (name, group) => `${name} ajouté à ${group}`,
  leftGroup: (name, group) => `${name} ne fait plus partie de ${group}`,
  deleteGroup: (group) => `Supprimer le groupe ${group}`,
  groupDeleted: (group) => `Groupe ${group} supprimé. Les entrées ne sont plus partagées avec lui.`,
  nameOrEmail: 'Nom ou e-mail',
  nobodyFound: 'Aucun résultat.',
  settingsIntro: 'Réglages pour toute l’équipe. Les admins ne sont pas limités.',
  teamName: 'Nom de l’équipe',
  announcement: 'Annonce',
  announcementHint:
    'Affichée à toute l’équipe en haut de chaque page, jusqu’à ce qu’on la ferme. Vide : rien n’est affiché.',
  settingSaved: (label) => `Enregistré : ${label}`,
  settingGroups: {
    creating: 'Droits',
    templates: 'Modèles',
    sorting: 'Étiquettes, catégories et statuts',
    fields: 'Champs',
    history: 'Historique',
  },
  settings: {
    users_canwrite_experiments: { label: 'Les membres créent des expériences', hint: 'Sinon, seuls les admins.' },
    users_canwrite_resources: { label: 'Les membres créent des ressources', hint: 'Sinon, seuls les admins.' },
    users_canwrite_experiments_templates: {
      label: 'Les membres créent des modèles d’expérience',
      hint: 'Sinon, seuls les admins.',
    },
    users_canwrite_resources_templates: {
      label: 'Les membres créent des modèles de ressource',
      hint: 'Sinon, seuls les admins.',
    },
    force_exp_tpl: {
      label: 'Toute expérience part d’un modèle',
      hint: 'On ne peut alors pas créer d’expérience vide.',
    },
    force_res_tpl: {
      label: 'Toute ressource part d’un modèle',
      hint: 'On ne peut alors pas créer de ressource vide.',
    },
    user_create_tag: {
      label: 'Les membres inventent de nouvelles étiquettes',
      hint: 'Sinon, ils choisissent parmi celles qui existent.',
    },
    users_canwrite_experiments_categories: {
      label: 'Les membres modifient les catégories d’expériences',
      hint: 'Sinon, seuls les admins.',
    },
    users_canwrite_experiments_status: {
      label: 'Les membres modifient les statuts d’expériences proposés',
      hint: 'Sinon, seuls les admins.',
    },
    users_canwrite_resources_categories: {
      label: 'Les membres modifient les catégories de ressources',
      hint: 'Sinon, seuls les admins.',
    },
    users_canwrite_resources_status: {
      label: 'Les membres modifient les statuts de ressources proposés',
      hint: 'Sinon, seuls les admins.',
    },
    enforce_required_fields: {
      label: 'Les champs requis doivent être remplis',
      hint: 'Avant cela, une entrée ne reçoit ni statut, ni verrou, ni archive. Une fois remplis, ils ne se vident plus.',
    },
    require_change_reason: {
      label: 'Exiger une raison pour les modifications',
      hint: 'La raison est gardée dans son historique. Commentaires et nouvelles entrées n’en demandent pas.',
    },
  },
}

export const agents: WordsOf<typeof agentMessages> = {
  title: 'Instruments',
  intros: {
    own: 'Ordinateurs qui apportent des fichiers d’instruments dans cette équipe avec vos clés.',
    team: 'Ordinateurs qui apportent des fichiers d’instruments dans cette équipe.',
    instance: 'Ordinateurs qui apportent des fichiers d’instruments dans le cahier, de toutes les équipes.',
  },
  none: 'Aucun instrument pour le moment',
  setUp: 'Installer un instrument',
  what: 'Un petit programme sur l’ordinateur d’un instrument surveille des dossiers et apporte les nouveaux fichiers dans vos entrées. Il ne modifie jamais un original.',
  keyStep: 'Créez une clé d’API « Dépôt seul » :',
  keyLink: 'Clés d’API',
  yourKey: 'votre clé',
  configStep: 'Enregistrez ceci sur l’ordinateur de l’instrument, avec votre clé et vos dossiers.',
  configLabel: 'watch.json',
  runStep: 'Lancez le programme. L’instrument apparaît alors ici.',
  runLabel: 'Commande',
  manual:
    'Tous les réglages, le programme pour les ordinateurs sans Node et les services pour Linux et Windows : docs/instruments.md',
  states: { silent: 'Silencieux', failing: 'À vérifier', running: 'En marche', ended: 'Terminé' },
  lastContact: 'Dernier contact',
  waiting: (count) =>
    count === 0 ? 'Aucun fichier en attente' : count === 1 ? '1 fichier en attente' : `${count} fichiers en attente`,
  computer: (name) => `Ordinateur : ${name}`,
  owner: (name) => `Clé de ${name}`,
  team: (name) => `Équipe : ${name}`,
  version: (version) => `Version ${version}`,
  silentHint: 'Il ne s’est pas manifesté depuis trop longtemps. Vérifiez l’ordinateur, son réseau et sa clé.',
  errors: (count) =>
    count === 1
      ? '1 fichier n’a pas pu être ajouté. L’erreur :'
      : `${count} fichiers n’ont pas pu être ajoutés. La dernière erreur :`,
  more: (name) => `Plus pour ${name}`,
  remove: 'Retirer de la liste',
  removed: (name) => `${name} retiré. Il revient s’il se manifeste de nouveau.`,
}

export const teamWelcome: WordsOf<typeof teamWelcomeMessages> = {
  title: 'E-mail de bienvenue',
  active: 'Écrire à toute personne qui rejoint l’équipe',
  hint: 'Envoyé une fois, si votre administrateur a configuré l’e-mail.',
  subject: 'Objet',
  body: 'Message',
}
