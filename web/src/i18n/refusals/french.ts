import { roomText } from '../amounts.ts'
import { FRENCH } from './fr/index.ts'
import type { RefusalWords } from './words.ts'

const either = new Intl.ListFormat('fr', { type: 'disjunction' })
const every = new Intl.ListFormat('fr', { type: 'conjunction' })

export const words: RefusalWords = {
  sentences: FRENCH,
  writing: {
    count: (value) => value.toLocaleString('fr'),
    bytes: (value) => roomText(value, 'fr'),
    either: (choices) => either.format(choices),
    every: (choices) => every.format(choices),
  },
  names: {
    'X-Change-Reason': 'raison de la modification',
    as_of: 'date',
    body: 'texte',
    canread: 'qui voit',
    canwrite: 'qui modifie',
    category: 'catégorie',
    color: 'couleur',
    comment: 'commentaire',
    content: 'contenu',
    current_password: 'mot de passe actuel',
    custom_id: 'numéro',
    date: 'date',
    email: 'e-mail',
    email_domain: 'domaines',
    file: 'fichier',
    firstname: 'prénom',
    lastname: 'nom',
    metadata: 'champs',
    name: 'nom',
    password: 'mot de passe',
    rating: 'note',
    real_name: 'nom',
    status: 'statut',
    tag: 'étiquette',
    tags: 'étiquettes',
    'tags[]': 'étiquettes',
    team: 'équipe',
    team_name: 'équipe',
    template: 'modèle',
    title: 'titre',
    token: 'lien',
    deadline: 'échéance',
    ordering: 'ordre',
    target_action: 'demande',
    target_userid: 'personne',
    userid: 'personne',
    valid_until: 'dernier jour',
  },
}
