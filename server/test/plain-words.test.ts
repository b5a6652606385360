import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './import-graph.ts'

/** English that people read on the screen: messages, refusals, the health page, the sample notebook. */
const FILES = [
  'web/src/**/*.messages.ts',
  'web/src/features/sample-notebook/sample-data.ts',
  'contract/src/refusals/*.ts',
  'server/src/closed-to-others.ts',
  'server/src/features/instance/checks.ts',
  'server/src/db/*/health.ts',
  'server/src/servers/neighbours.ts',
]

const texts = FILES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).flatMap((path) =>
  textsOf(readFileSync(join(ROOT, path), 'utf8')).map((text) => ({ path, text })),
)

/** The texts in quotes, without comments and imports. */
function textsOf(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^import .*$/gm, '')
  return Array.from(code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g), (match) => match[1] ?? match[2] ?? '')
}

/** Forms that people do not use, with what they say instead. */
const ODD_FORMS: readonly [form: RegExp, instead: string][] = [
  [/\b(?:take|takes|took|taken|taking) (?:\S+ ){0,3}(?:away|out|back|over)\b/i, 'remove, undo, import'],
  [/\b(?:bring|brings|brought|bringing) (?:\S+ ){0,3}back\b/i, 'restore'],
  [/\b(?:let|lets|letting) (?:\S+ )?(?:go|end|be)\b/i, 'discard, wait'],
  [
    /\bmakes? (?:a |an |the |new )?(?:accounts?|teams?|keys?|tags?|templates?|links?|entry|entries|folders?)\b/i,
    'create',
  ],
  [/\bmake up\b|\bmake one\b|\bmake “/i, 'create'],
  [/\bwhoever\b|\bwhosoever\b/i, 'anyone, the owner'],
  [
    /^(?:\{field\}: )?(?:who(?! did what)|whose|whom|what (?!the picture shows)|with which|by what|how far)\b/i,
    'a noun',
  ],
  [/\bonly who\b/i, 'only the owner, only its author'],
  [/\bsomebody\b|\beverybody\b|\banybody\b|\bnobody\b/i, 'someone, everyone, anyone, no one'],
  [/\bcan (?:see and change|be read, not changed)\b|\bmay look\b/i, 'can edit, read only'],
  [/\bis (?:\S+ ){1,3}(?<!right )now\b/i, 'what happened: Access updated'],
  [/\bany more\b/i, 'no longer'],
  [/\bis no (?:sysadmin|admin|active|number|date|day)\b/i, 'is not, is no longer'],
  [/\b(?:is|are|was) (?:not )?there(?: any more| already| yet)?[.,:]?$|\bnot there\b/i, 'found, does not exist'],
  [/\boneself\b|\bone signs\b|\bsigns in anew\b|\banew\b/i, 'you, again'],
  [/\bon (?:its|their) way\b|\bgoes on\b|\bgo on with\b/i, 'uploading, resume, continue'],
  [/\bin one go\b|\bof which\b|\bas at the start\b|\blike that\b/i, 'at once, which'],
  [/\bfits?\b(?! to| width)(?=.*\b(?:search|filter|what is there|letters)\b)|\bnothing fits\b/i, 'match'],
  [/\bsay why\b|\bwhy do you\b|\bsays why\b/i, 'reason'],
  [/\bgo through\b|\blook at it\b|\blook into\b/i, 'browse, view'],
]

/** Sentences of the first interface, each with a better one since. */
const ODD_SENTENCES = [
  'Ask somebody',
  'What should be done',
  'It is done when they do it',
  'Asked of you',
  'waits for anything',
  'Note something to do',
  'No step of yours',
  'all moments',
  'as it was',
  'old text back',
  'as of then',
  'show it whole',
  'Nothing differs',
  'What differs',
  'at an earlier moment',
  'did what was asked',
  'Make a template of this',
  'This is the copy',
  'not changed',
  'Nothing is lost: restore',
  'Must be filled in',
  'Cannot be changed',
  'Empty in copies',
  'Choice by buttons',
  'Still to be filled',
  'Give it the next',
  'Find or make',
  'has this name',
  'of which categories',
  'make it descending',
  'Keep this list',
  'Kept as',
  'show what the list shows',
  'found by their start',
  'More than ',
  'of which days',
  'Show these days',
  'experiments to show',
  'Select up to',
  'Turning it off ends',
  'Sharing changed',
  'nothing to see here',
  'has ended it',
  'drop or paste them',
  'More about “',
  'Do not upload',
  'Make current again',
  'did not arrive',
  'Upload none',
  'What is linked',
  'That is all there is',
  'One link further',
  'Points here',
  'a “well done”',
  'Look and language',
  'Written in',
  'Acts in',
  'what you do not know',
  'register of researchers',
  'in your name',
  'stored nowhere',
  'Like the system',
  'forgot the password',
  'Minutes until',
  'Fewest characters',
  'What must be in it',
  'Of entries only',
  'like that happened',
  'Work in the background',
  'Worth a look',
  'End of the account',
  'and as what',
  'What holds for',
  'Otherwise only admins',
  'make experiments',
  'Fix text and place',
  'half an hour before',
  'Your last changes',
  'is empty, and ready',
  'Write once what',
  'starts every entry from',
  'The server does not answer',
  'did not take this',
  'does not fit',
  'tell whoever',
  'It counts for what',
  'Your reason stands',
  'the selected words',
  'on a line of its own',
  'Struck through',
  'of another server',
  'were changed twice',
  'that wait for you',
  'News',
]

test('the tests of words see the texts', () => {
  expect(texts.length).toBeGreaterThan(1800)
})

test.each(ODD_FORMS)('no text of the interface has %s; say: %s', (form) => {
  expect(texts.filter(({ text }) => form.test(text)).map(told)).toEqual([])
})

test('no odd sentence of the first interface came back', () => {
  const found = texts.filter(({ text }) => ODD_SENTENCES.some((odd) => text.includes(odd)))
  expect(found.map(told)).toEqual([])
})

function told({ path, text }: (typeof texts)[number]): string {
  return `${path}: ${text}`
}
