import type { Language } from './text.tsx'

type Saying = readonly [said: RegExp, words: string]

/** What the service says of a field, in each language but its own. `$1` is what was in brackets. */
const sayings: Readonly<Partial<Record<Language, readonly Saying[]>>> = {
  fr: [
    [/^must not be empty$/, 'ne doit pas être vide'],
    [/^is missing$/, 'manque'],
    [/^must have at least (\d+) characters$/, 'doit avoir au moins $1 caractères'],
    [/^must have at most (\d+) characters$/, 'doit avoir au plus $1 caractères'],
    [/^must have at most (\d+) bytes$/, 'est trop long : au plus $1 octets'],
    [/^is too long$/, 'est trop long'],
    [/^contains broken characters$/, 'contient des caractères abîmés'],
    [/^must not contain NUL or broken characters$/, 'contient des caractères abîmés'],
    [/^is too easy to guess: it repeats itself$/, 'est trop facile à deviner : il se répète'],
    [/^is too easy to guess: /, 'est trop facile à deviner : courant, trop régulier, ou proche de votre nom'],
    [/^must have a capital letter$/, 'doit contenir une majuscule'],
    [/^must have a small letter$/, 'doit contenir une minuscule'],
    [/^must have a digit$/, 'doit contenir un chiffre'],
    [/^must have a sign that is neither letter nor digit$/, 'doit contenir un signe qui n’est ni lettre ni chiffre'],
    [/^is not right$/, 'est incorrect'],
    [/^is needed to change the password$/, 'est nécessaire pour changer de mot de passe'],
    [/^is not an e-mail address$/, 'n’est pas une adresse e-mail'],
    [/^is already used by another account$/, 'est déjà utilisée par un autre compte'],
    [/^must be a date, YYYY-MM-DD$/, 'doit être une date, AAAA-MM-JJ'],
    [/^must look like (\S+)$/, 'doit ressembler à $1'],
    [/^a digit is wrong, the sum does not fit$/, 'un chiffre est faux, la somme ne correspond pas'],
    [/^must be (6 hex|six hexadecimal) digits$/, 'doit être une couleur de 6 chiffres hexadécimaux'],
    [/^must be a whole number from (\d+) to (\d+)$/, 'doit être un nombre entier de $1 à $2'],
    [/^(.+) is not the name of a domain$/, '$1 n’est pas un nom de domaine'],
    [/^can only be changed by a sysadmin$/, 'ne peut être modifié que par un admin système'],
    [/^must be a whole number$/, 'doit être un nombre entier'],
    [/^must be a number$/, 'doit être un nombre'],
    [/^must be a positive integer$/, 'doit être un nombre entier positif'],
    [/^there is no (such team|team with this id)$/, 'cette équipe n’existe pas'],
    [/^this user is not in it$/, 'cette personne n’en fait pas partie'],
    [/^is the last one of this user$/, 'est la dernière équipe de cette personne'],
  ],
}

/** A sentence of the service in the reader's language; as it came where nobody has translated it. */
export function translateRefusal(said: string, language: Language): string {
  const saying = sayings[language]?.find(([pattern]) => pattern.test(said))
  return saying ? said.replace(new RegExp(`${saying[0].source}.*`), saying[1]) : said
}
