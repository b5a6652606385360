import { beforeAll, expect, test } from 'vitest'
import { loadRefusals, translateRefusal } from './refusals.ts'

beforeAll(() => loadRefusals('fr'))

test.each([
  ['must not be empty', 'ne doit pas être vide'],
  ['must have at most 255 characters', 'doit avoir au plus 255 caractères'],
  ['must have at most 10000 characters', 'doit avoir au plus 10\u202f000 caractères'],
  ['file: is larger than the limit of 2.00 GiB', 'fichier : dépasse la limite de 2 Gio'],
  [
    'The files of your team may take 1.50 MiB; this one is too much',
    'Les fichiers de votre équipe peuvent occuper 1,5 Mio ; celui-ci est de trop',
  ],
  [
    'All files may take 512.00 B; this one is too much',
    'L’ensemble des fichiers peut occuper 512 o ; celui-ci est de trop',
  ],
  ['there is no entry 12345', 'l’entrée 12345 n’existe pas'],
  ['must be a whole number from 1 to 9', 'doit être un nombre entier de 1 à 9'],
  ['must look like 0000-0002-1825-0097', 'doit ressembler à 0000-0002-1825-0097'],
  ['title: must have at most 255 characters', 'titre : doit avoir au plus 255 caractères'],
  ['Lot (2026): is required and cannot be emptied', 'Lot (2026) : est requis et ne peut pas être vidé'],
  ['toString: must not be empty', 'toString : ne doit pas être vide'],
  ['Required fields must be filled in first: A, B', 'Remplissez d’abord les champs requis : A, B'],
  ['q: expected yes or no, at character 12', 'q : il faut yes ou no (caractère 12)'],
  [
    'is too easy to guess: it is a common password, a simple pattern, or your name',
    'est trop facile à deviner : courant, trop régulier, ou proche de votre nom',
  ],
])('%j is said in French', (said, french) => {
  expect(translateRefusal(said, 'fr')).toBe(french)
  expect(translateRefusal(said, 'en')).toBe(said)
})

test.each(['has to be older than the moon', 'moon: has to be older', ''])(
  '%j, which nobody has translated, stays',
  (said) => {
    expect(translateRefusal(said, 'fr')).toBe(said)
  },
)

const SERVICE = import.meta.glob<string>('../../../server/src/**/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const CONTRACT = import.meta.glob<string>('../../../contract/src/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** What is said on the command line and to programs alone, and 503, for which the page has words of its own. */
const NOT_SHOWN =
  /\/(cli|backup|migrations|journal)\/|\.test\.ts$|\/(first-checks|unknown-paths|base-url|migrate|errors)\.ts$/
const TO_PROGRAMS = /^(Content-Type|Idempotency-Key|Host|Tus-Resumable|Upload-[A-Z][A-Za-z-]+): /
/** Each kind of sign that a password must have is said in words of its own. */
const SIGNS = 'must have 7'

test('everything that the service can refuse is said in French', () => {
  const said = new Set<string>()
  for (const [path, source] of Object.entries(SERVICE)) {
    if (!NOT_SHOWN.test(path)) for (const text of refusalsIn(source)) said.add(text)
  }
  for (const source of Object.values(CONTRACT)) for (const text of textsIn(source)) if (FAULT.test(text)) said.add(text)
  expect(said.size).toBeGreaterThan(200)
  const english = [...said].filter(
    (text) => text !== SIGNS && !TO_PROGRAMS.test(text) && translateRefusal(text, 'fr') === text,
  )
  expect(english.sort()).toEqual([])
})

const REFUSED =
  /(?:new (?:InvalidInput|Unauthorized|Forbidden|NotFound|Unprocessable|TooMany|Refusal|QueryProblem)|#problem)\(/g
/** How a message about a field begins; elsewhere such texts stand in helpers that refusals are put together from. */
const FAULT = /^(must|is|are|has|needs|cannot|contains|there is|only) /
const HELPERS = /return '(?:must|is|contains) /

function refusalsIn(source: string): string[] {
  const found = Array.from(source.matchAll(REFUSED), ({ index, 0: { length } }) => argumentsAt(source, index + length))
  if (HELPERS.test(source)) found.push(source)
  return found.flatMap((part) => textsIn(part).filter((text) => part !== source || FAULT.test(text)))
}

function argumentsAt(source: string, start: number): string {
  let depth = 1
  let end = start
  for (; depth > 0 && end < source.length; end++) depth += { '(': 1, ')': -1 }[source.charAt(end)] ?? 0
  return source.slice(start, end)
}

/** Texts of more than one word, with a number in the place of what is filled in. */
function textsIn(source: string): string[] {
  const literals = source.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)
  const texts = Array.from(literals, ([, plain, template]) => plain ?? (template ?? '').replace(/\$\{[^}]*\}?/g, '7'))
  return texts.filter((text) => /[a-z]{2} ?[^ ]* [^ ]*[a-z]{2}/i.test(text))
}
