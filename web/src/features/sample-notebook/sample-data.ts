import type { EntityType } from '@aliquot/contract/common'

export interface SampleEntry {
  type: EntityType
  /** By which other samples link to it. */
  name: string
  title: string
  body: string
  tags: readonly string[]
  /** A status of the team with this name, if there is one. */
  status?: string
  fields?: Readonly<Record<string, object>>
  steps?: readonly string[]
  links?: readonly string[]
  files?: readonly ('gel' | 'elution')[]
}

/** Resources first, so that experiments can link to them. */
export const SAMPLES: readonly SampleEntry[] = [
  {
    type: 'items',
    name: 'plasmid',
    title: 'pET28a-GFP plasmid',
    body: '<p>His-tagged GFP behind a T7 promoter, kanamycin resistance. Glycerol stock in box 4, position C7.</p>',
    tags: ['plasmid', 'GFP'],
    fields: { Concentration: { type: 'number', value: '210', unit: 'ng/µL', units: ['ng/µL'] } },
  },
  {
    type: 'items',
    name: 'buffer',
    title: 'Buffer A, pH 8.0',
    body: '<table><tbody><tr><th>Part</th><th style="text-align: right">Amount for 1 L</th></tr><tr><td>Tris-HCl</td><td style="text-align: right">6.05 g</td></tr><tr><td>NaCl</td><td style="text-align: right">17.5 g</td></tr><tr><td>Imidazole</td><td style="text-align: right">1.36 g</td></tr></tbody></table><p>Keep for four weeks at 4 °C.</p>',
    tags: ['buffer'],
  },
  {
    type: 'items',
    name: 'antibody',
    title: 'Anti-GFP antibody, rabbit',
    body: '<p>Use 1 : 2000 in 5 % milk. Do not freeze again after thawing.</p>',
    tags: ['antibody', 'GFP'],
  },
  {
    type: 'experiments_templates',
    name: 'template',
    title: 'Protein purification',
    body: '<h2>Aim</h2><p></p><h2>Procedure</h2><ol><li><p>Equilibrate the column.</p></li><li><p>Load the lysate.</p></li><li><p>Wash.</p></li><li><p>Elute.</p></li></ol><h2>Result</h2><p></p>',
    tags: ['purification'],
    fields: { Column: { type: 'select', value: 'Ni-NTA', options: ['Ni-NTA', 'Talon', 'StrepTactin'] } },
    steps: ['Equilibrate the column', 'Load the lysate', 'Elute and pool the fractions'],
  },
  {
    type: 'experiments',
    name: 'expression',
    title: 'Expression of GFP in BL21(DE3), 18 °C overnight',
    body: '<p>Induced at OD 0.6 with 0.5 mM IPTG. The pellet is bright green: 8.1 g from 1 L.</p>',
    tags: ['GFP', 'expression'],
    status: 'Success',
    links: ['plasmid'],
  },
  {
    type: 'experiments',
    name: 'purification',
    title: 'Purification of GFP over Ni-NTA',
    body: '<h2>Aim</h2><p>Find the imidazole concentration at which His<sub>6</sub>-GFP leaves the column clean.</p><h2>Result</h2><table><tbody><tr><th style="text-align: right">Imidazole (mM)</th><th style="text-align: right">Yield (mg)</th><th style="text-align: right">Purity (%)</th></tr><tr><td style="text-align: right">50</td><td style="text-align: right">0.4</td><td style="text-align: right">61</td></tr><tr><td style="text-align: right">100</td><td style="text-align: right">2.9</td><td style="text-align: right">88</td></tr><tr><td style="text-align: right">150</td><td style="text-align: right">4.2</td><td style="text-align: right">97</td></tr><tr><td style="text-align: right">250</td><td style="text-align: right">4.3</td><td style="text-align: right">94</td></tr></tbody></table><p><strong>150 mM</strong> is enough. The gel and the elution profile are attached.</p>',
    tags: ['GFP', 'purification'],
    status: 'Running',
    fields: {
      Temperature: { type: 'number', value: '4', unit: '°C', units: ['°C', 'K'] },
      Column: { type: 'select', value: 'Ni-NTA', options: ['Ni-NTA', 'Talon', 'StrepTactin'] },
    },
    steps: ['Dialyse the pooled fractions overnight', 'Measure the concentration'],
    links: ['plasmid', 'buffer', 'expression'],
    files: ['gel', 'elution'],
  },
  {
    type: 'experiments',
    name: 'blot',
    title: 'Western blot of the purified GFP',
    body: '<p>One band at 27 kDa. The control without plasmid is empty.</p>',
    tags: ['GFP', 'western blot'],
    status: 'Success',
    links: ['antibody', 'purification'],
  },
]

/** Absorption at 280 nm by volume. */
export const ELUTION = [
  'volume_ml,a280',
  ...Array.from({ length: 41 }, (_, index) => {
    const peak = (at: number, height: number, width: number) => height * Math.exp(-(((index - at) / width) ** 2))
    return `${(index / 2).toFixed(1)},${(0.04 + peak(9, 0.35, 2.5) + peak(25, 1.9, 3.2)).toFixed(3)}`
  }),
].join('\n')
