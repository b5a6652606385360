import type { forgottenMessages } from '../../../features/session/forgotten.messages.ts'
import type { sessionMessages } from '../../../features/session/session.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const session: WordsOf<typeof sessionMessages> = {
  signIn: 'Se connecter',
  signInIntro: 'Votre cahier vous attend.',
  email: 'E-mail',
  forgot: 'Mot de passe oublié ?',
  password: 'Mot de passe',
  show: 'Afficher le mot de passe',
  wrong: 'L’e-mail ou le mot de passe est incorrect.',
  wrongPassword: 'Le mot de passe est incorrect.',
  wait: (minutes) =>
    `Trop d’essais infructueux. Réessayez dans ${minutes === 1 ? 'une minute' : `${minutes} minutes`}.`,
  unreachable: 'Le serveur ne répond pas. Réessayez dans un instant.',
  setupNeeded: 'Ce cahier est neuf',
  setupNeededHint:
    'Personne n’a encore de compte. Ouvrez le lien d’installation que le serveur a affiché à son démarrage : il est dans le terminal ou le journal, et commence par',
  setupTitle: 'Préparer votre cahier',
  setupIntro: 'Un premier compte pour commencer. Vous pourrez en inviter d’autres ensuite.',
  name: 'Votre nom',
  namePlaceholder: 'Ada Moreau',
  wholeName: 'Prénom et nom, s’il vous plaît',
  teamOf: (lastname) => `Laboratoire ${lastname}`,
  team: 'Nom de votre équipe',
  teamHint: 'Votre laboratoire ou groupe. Modifiable plus tard.',
  teamPlaceholder: 'Laboratoire des protéines',
  passwordHint: (fewest) => `Au moins ${fewest} caractères. Une courte phrase se retient bien et se devine mal.`,
  create: 'Créer le cahier',
  noToken: 'Le lien d’installation est incomplet',
  noTokenHint: 'Ouvrez en entier le lien que le serveur a affiché à son démarrage : il contient un jeton.',
  isDone: 'Ce cahier est déjà prêt',
  isDoneHint: 'Connectez-vous avec votre compte. Votre administrateur peut vous en créer un.',
  setPassword: 'Choisissez votre mot de passe',
  setPasswordIntro:
    'Vous vous connecterez avec votre e-mail et ce mot de passe. Le lien que vous avez suivi ne sert qu’une fois.',
  account: 'Compte',
  inTeam: (count) => (count === 1 ? 'Équipe' : 'Équipes'),
  sentBy: 'Envoyé par',
  setPasswordButton: 'Enregistrer et se connecter',
  noLink: 'Ce lien est incomplet',
  badLink: 'Ce lien ne fonctionne plus',
  badLinkHint: 'Il a déjà servi, a été remplacé par un plus récent, ou a expiré. Demandez-en un nouveau.',
  goToSignIn: 'Aller à la page de connexion',
  newPassword: 'Nouveau mot de passe',
  strength: 'Solidité',
  strengths: ['Trop court', 'Facile à deviner', 'Moyen', 'Bon', 'Solide'],
  more: (count) => `encore ${count} ${count === 1 ? 'caractère' : 'caractères'}`,
  ended: 'Veuillez vous reconnecter',
  endedHint: 'Votre session est terminée. Votre travail sur cette page est gardé.',
  goOn: 'Continuer',
  again: 'Votre mot de passe, s’il vous plaît',
  againHint: 'Vous l’avez saisi il y a plus d’un jour. Ceci ouvre durablement votre compte, il est donc redemandé.',
  someoneElse: 'Se connecter avec un autre compte',
}

export const forgotten: WordsOf<typeof forgottenMessages> = {
  title: 'Mot de passe oublié ?',
  intro: 'Entrez votre e-mail. Vous recevrez un lien pour choisir un nouveau mot de passe.',
  send: 'Envoyer le lien',
  back: 'Retour à la connexion',
  sent: 'Regardez vos e-mails',
  sentHint: (email) =>
    `Si ${email} appartient à un compte, un lien est en route. Il fonctionne pendant une heure. Regardez aussi dans les indésirables.`,
}
