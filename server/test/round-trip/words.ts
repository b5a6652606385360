import type { Random } from './random.ts'

/** What breaks programs that write and read texts. */
const WORDS = [
  ...['Gel', 'pH 7,4', 'a, b', 'Größe', 'naïve', '温度 25 °C', 'λ-Phage', 'مصل', 'תא', '👩‍🔬 lab', 'e\u0301', 'Å'],
  ...['"quoted"', "O'Neill", '50 % & more', '#tag', 'x=1;y=2', 'C:\\temp', '../up', './', '{"@id": "./"}', '$E=mc^2$'],
  ...['__proto__', 'constructor', '&amp;', '&#34;', '%20', 'null', '0', '-1', 'line', 'ﬁ', 'ß', 'İ', 'a;b', '@context'],
]

export function words(random: Random, most = 4): string {
  return [random.pick(WORDS), ...random.many(most - 1, () => random.pick(WORDS))].join(' ')
}

const NAMES = [
  ...[
    'gel.png',
    'Größe 1.csv',
    '温度.txt',
    'a, b.txt',
    'no ending',
    '.hidden',
    'two  blanks.TXT',
    "it's.txt",
    'e\u0301.txt',
  ],
  ...[
    'é.txt',
    'CON.txt',
    'history.txt',
    'ro-crate-metadata.json',
    'x#y?z&w.txt',
    '100%.txt',
    '%2e%2e.txt',
    'a:b|c*.txt',
  ],
  ...[
    'folder/inside.txt',
    'very-long-'.repeat(20),
    'ends with dot.',
    ' leads.txt',
    '"q".txt',
    '👩‍🔬.bin',
    '-rf',
    '~.tar.gz',
  ],
]

export function fileName(random: Random): string {
  return random.pick(NAMES)
}

export const PEOPLE = [
  ['Ada', 'Lovelace'],
  ['José', 'Núñez-García'],
  ['文', '王'],
  ["Siobhán O'", "D'Arcy, PhD"],
  ['علي', 'حسن'],
  ['X', 'Æ A-12'],
] as const
