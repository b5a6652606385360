import type { MailWords } from './english.ts'

export const french: MailWords = {
  commented: (name) => `${name} a commenté :`,
  mentioned: (name) => `${name} vous a mentionné :`,
  mentionedInComment: (name) => `${name} vous a mentionné dans un commentaire :`,
  deadline: (at) => `Cette étape est à faire pour le ${at} :`,
  asks: {
    archive: (name) => `${name} vous demande d’archiver cette entrée.`,
    lock: (name) => `${name} vous demande de verrouiller cette entrée.`,
    review: (name) => `${name} vous demande de relire cette entrée.`,
    sign: (name) => `${name} vous demande de signer cette entrée.`,
    timestamp: (name) => `${name} vous demande d’horodater cette entrée.`,
  },
  followed: (name, count) =>
    `${count === 1 ? 'Une modification' : `${count} modifications`} dans cette entrée que vous suivez${name ? `, la dernière par ${name}` : ''}.`,
  newPeople: (team) => `Nouveau dans ${team}`,
  joined: (name, team) => `${name} a rejoint l’équipe ${team}.`,
  waiting: (name, team) => `${name} attend d’être validé pour l’équipe ${team}.`,
  openEntry: 'Ouvrir l’entrée',
  openTeam: 'Ouvrir l’équipe',
  openNotebook: 'Ouvrir le cahier',
  because: 'Vous recevez cet e-mail à cause de vos réglages de notifications.',
  unsubscribe: 'Ne plus recevoir ces e-mails',
  settings: 'Réglages des notifications',
  automatic: 'Ce message a été envoyé automatiquement.',
  writtenBy: (name) => `${name} a envoyé ce message avec Aliquot.`,
  testSubject: 'Message de test d’Aliquot',
  test: 'L’e-mail fonctionne : ce message est arrivé.',
  validatedSubject: 'Votre compte est prêt',
  validated: 'Votre compte a été validé. Vous pouvez vous connecter.',
  waitsSubject: 'Votre compte attend d’être validé',
  waits:
    'Votre compte a été créé. Vous pourrez vous connecter dès qu’un admin l’aura validé. Vous recevrez alors un autre e-mail.',
  webhookOffSubject: 'Un webhook a été désactivé',
  webhookOff: {
    gone: (url) => `${url} a répondu qu’il n’existe plus (410). Son webhook a été désactivé.`,
    failing: (url) =>
      `Les envois à ${url} ont échoué pendant trois jours. Son webhook a été désactivé. Reprenez-le pour continuer là où il s’est arrêté.`,
    owner: (url) => `Vous n’avez plus droit au webhook vers ${url}. Il a été désactivé.`,
    secret: (url) =>
      `Le secret du webhook vers ${url} ne peut pas être déchiffré sur ce serveur. Il a été désactivé : renouvelez le secret et reprenez-le.`,
    operator: (url) => `L’exploitant du cahier a désactivé le webhook vers ${url}. Demandez-lui avant de le reprendre.`,
  },
  openWebhooks: 'Ouvrir les webhooks',
  exportFailedSubject: 'Votre export a échoué',
  exportFailed: (entries) =>
    `L’export${entries === null ? '' : entries === 1 ? ' d’une entrée' : ` de ${entries} entrées`} n’a pas pu être terminé. Le fichier est incomplet : relancez l’export.`,
  exportReadySubject: 'Votre export est prêt',
  exportReady: (entries, days) =>
    `L’export ${entries === 1 ? 'd’une entrée' : `de ${entries} entrées`} est prêt. Il peut être téléchargé pendant ${days === 1 ? 'un jour' : `${days} jours`}.`,
  openExports: 'Ouvrir les exports',
  agentSilentSubject: (name) => `Aucune nouvelle de ${name}`,
  agentSilent: (name, host, at) =>
    `${name} sur ${host} ne s’est pas manifesté depuis le ${at}. Ses fichiers n’arrivent peut-être plus : vérifiez l’ordinateur, son réseau et sa clé.`,
  openInstruments: 'Ouvrir les instruments',
  passwordSubject: 'Choisir un nouveau mot de passe',
  password: 'Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour votre compte.',
  passwordButton: 'Choisir un nouveau mot de passe',
  passwordHint:
    'Le lien fonctionne une seule fois, pendant une heure. Si ce n’était pas vous, ignorez cet e-mail : rien n’a changé.',
  stopTitle: 'Arrêter ces e-mails ?',
  stopHint: 'Tout reste visible dans la cloche du cahier.',
  stopButton: 'Arrêter les e-mails',
  stopped: 'E-mails arrêtés',
  stoppedHint: 'Vous pouvez les réactiver dans votre compte, sous Notifications.',
  wrongLink: 'Ce lien ne fonctionne pas',
  wrongLinkHint: 'Désactivez les e-mails dans votre compte, sous Notifications.',
  kinds: {
    comment_created: 'Commentaires',
    mention: 'Mentions',
    followed: 'Entrées suivies',
    request_created: 'Demandes',
    trouble: 'Problèmes',
    step_deadline: 'Échéances',
    user_created: 'Nouvelles personnes',
    user_need_validation: 'Personnes à approuver',
  },
}
