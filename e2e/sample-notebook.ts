import { type Notebook, PASSWORD, type Person } from './notebook.ts'
import { pdfOf, pngOf } from './sample-files.ts'

const PROTOCOL = `<h2>Aim</h2><p>Find the imidazole concentration at which His<sub>6</sub>-GFP leaves the column clean and complete.</p>
<h2>Procedure</h2><ol><li><p>Equilibrate 1 mL Ni-NTA with 10 column volumes of buffer A.</p></li>
<li><p>Load 5 mL cleared lysate at 0.5 mL/min.</p></li><li><p>Wash until A<sub>280</sub> is below 0.05.</p></li>
<li><p>Elute in steps of 50, 100, 150 and 250 mM imidazole.</p></li></ol>
<table><tbody><tr><th>Imidazole (mM)</th><th>Yield (mg)</th><th>Purity (%)</th></tr>
<tr><td>50</td><td>0.4</td><td>61</td></tr><tr><td>100</td><td>2.9</td><td>88</td></tr>
<tr><td>150</td><td>4.2</td><td>97</td></tr><tr><td>250</td><td>4.3</td><td>94</td></tr></tbody></table>
<p><strong>150 mM</strong> is enough; more only brings the contaminant at 70 kDa along.</p>`

const METADATA = {
  extra_fields: {
    Temperature: { type: 'number', value: '4', unit: '°C', units: ['°C', 'K'] },
    Column: { type: 'select', value: 'Ni-NTA', options: ['Ni-NTA', 'Talon', 'StrepTactin'] },
    'Start of run': { type: 'date', value: '2026-11-12' },
    'Frozen at': { type: 'datetime-local', value: '2026-11-12T17:40' },
    Detection: { type: 'select', value: ['A280', 'SDS-PAGE'], options: ['A280', 'SDS-PAGE'], allow_multi_values: true },
    'Gel checked': { type: 'checkbox', value: 'on' },
    Plasmid: { type: 'url', value: 'https://plasmids.example.org/pET28-gfp' },
  },
}

const MARKDOWN = `# Buffer A

| Part      | Amount |
|-----------|-------:|
| Tris-HCl  | 12.1 g |
| NaCl      | 17.5 g |

- [x] weighed
- [ ] pH set to **8.0** at 4 °C

Keep for *four weeks* at 4 °C, see \`SOP-12\`.`

/** HTML of another program that the editor would not write itself. */
const FOREIGN =
  '<p>Exported on 3 March.</p><details open><summary>Raw values</summary><dl><dt>Tare</dt><dd>0.0002 g</dd><dt>Gross</dt><dd>12.1043 g</dd></dl></details><p>End of the report.</p>'

const LONG_TITLE =
  'Comparison of four commercial transfection reagents in HEK293T, CHO-K1 and primary human fibroblasts at three densities, repeated after the incubator was serviced'

const OTHERS: readonly (readonly [title: string, tags: string[], rating: number])[] = [
  ['Expression test in BL21(DE3), 18 °C overnight', ['gfp', 'expression'], 4],
  ['Colony PCR of the K166R mutant', ['cloning'], 0],
  ['Melting curve of three GFP variants', ['gfp', 'stability'], 5],
  ['Buffer A, 2 L, pH 8.0', ['buffer'], 0],
  ['Calibration of the plate reader', ['instrument'], 3],
  ['Crystallisation screen, plate 4', ['gfp', 'crystals'], 2],
  ['Size exclusion of pooled fractions', ['gfp', 'purification'], 4],
  ['Western blot of the time course', ['expression'], 0],
  [LONG_TITLE, ['cell culture', 'transfection', 'HEK293T', 'CHO-K1', 'fibroblasts', 'repeat', 'needs a figure'], 3],
]

const CATEGORIES = [
  ['Protein purification', '0f766e'],
  ['Cell culture', 'dfab01'],
] as const

const STEPS: readonly (readonly [body: string, isDone: boolean])[] = [
  ['Equilibrate the column', true],
  ['Load the lysate', true],
  ['Wash until A280 is below 0.05', true],
  ['Elute in steps of imidazole', false],
  ['Run a gel of all fractions', false],
  ['Pool, dialyse against buffer B overnight at 4 °C, and freeze what is left in aliquots of 100 µL', false],
]

export const GRACE: Person = { firstname: 'Grace', lastname: 'Hopper', email: 'grace@example.org' }
const OTHER_PEOPLE: readonly Person[] = [
  { firstname: 'Linus', lastname: 'Pauling', email: 'linus@example.org' },
  {
    firstname: 'Maria Magdalena',
    lastname: 'von Hohenstein-Wertheim',
    email: 'maria.von.hohenstein-wertheim@biochemistry.example.org',
  },
]

/** What checks and screenshots need to know of the sample notebook. */
export interface Sample {
  cookie: string
  entry: number
  markdown: number
  foreign: number
  locked: number
  resource: number
  template: number
  /** For an invited person. */
  passwordLink: string
  /** Of the entry, for people without an account. */
  sharePath: string
}

/** A small, realistic notebook. */
export async function fillNotebook(notebook: Notebook, cookie: string): Promise<Sample> {
  for (const [title, tags, rating] of OTHERS) {
    await notebook.experiment(cookie, { title, tags, rating, body: `<p>${title}.</p>` })
  }
  const people = []
  for (const person of [GRACE, ...OTHER_PEOPLE]) people.push((await notebook.call(cookie, 'POST', '/users', person)).id)
  const [grace, invited] = people
  await notebook.call(cookie, 'PATCH', `/users/${grace}`, { action: 'updatepassword', password: PASSWORD })
  const graceCookie = await notebook.signIn(GRACE)
  await notebook.experiment(graceCookie, {
    title: 'Growth curves at 25, 30 and 37 °C',
    tags: ['expression'],
    rating: 2,
  })
  await notebook.call(cookie, 'POST', '/teams', { name: 'Structural biology' })
  const category = await arrangeTeam(notebook, cookie, people)
  await label(notebook, cookie, category)
  const { location: passwordLink } = await notebook.call(cookie, 'POST', `/users/${invited}/password_link`, {})
  const markdown = await notebook.experiment(cookie, {
    title: 'Recipe of buffer A',
    content_type: 2,
    tags: ['buffer'],
    body: MARKDOWN,
  })
  const foreign = await notebook.experiment(cookie, { title: 'Report of the balance', body: FOREIGN })
  const locked = await notebook.experiment(cookie, {
    title: 'Stability after six months',
    tags: ['stability'],
    body: '<p>No change above 2 %.</p>',
  })
  await notebook.call(cookie, 'PATCH', `/experiments/${locked}`, { action: 'lock' })
  const entry = await notebook.experiment(cookie, {
    title: 'Elution of His-GFP: how much imidazole?',
    tags: ['gfp', 'purification', 'batch 17'],
    rating: 4,
    body: PROTOCOL.replace('150 mM', '100 mM'),
    metadata: METADATA,
  })
  await notebook.call(cookie, 'PATCH', `/experiments/${entry}`, { body: PROTOCOL })
  await notebook.call(graceCookie, 'POST', `/experiments/${entry}/comments`, {
    comment: 'The 250 mM fraction has a second band. Is it worth a second column?',
  })
  await notebook.call(cookie, 'PATCH', `/experiments/${entry}`, { action: 'pin' })
  await notebook.call(cookie, 'POST', '/apikeys', { name: 'Plate reader', canwrite: 1 })
  await notebook.call(cookie, 'POST', '/apikeys', { name: 'Nightly export of everything to the archive', canwrite: 0 })
  for (const agent of AGENTS) await notebook.call(cookie, 'POST', '/agents', agent)
  const { id: resource } = await notebook.call(cookie, 'POST', '/items', {})
  await notebook.call(cookie, 'PATCH', `/items/${resource}`, {
    title: 'His-GFP, batch 17',
    tags: ['gfp'],
    body: '<p>4.2 mg in 10 aliquots, box 12, row C.</p>',
  })
  await linkTogether(notebook, { cookie, graceCookie }, { entry, markdown, resource, category })
  const { data: shared } = await notebook.call<{ access_key: string }>(cookie, 'PATCH', `/experiments/${entry}`, {
    action: 'accesskey',
  })
  const sharePath = `/share/experiments/${entry}?key=${encodeURIComponent(shared.access_key)}`
  const { id: template } = await notebook.call(cookie, 'POST', '/experiments_templates', {})
  await notebook.call(cookie, 'PATCH', `/experiments_templates/${template}`, {
    title: 'Purification on Ni-NTA',
    body: '<h2>Aim</h2><p></p><h2>Procedure</h2><p></p>',
  })
  return { cookie, entry, markdown, foreign, locked, resource, template, passwordLink, sharePath }
}

/** Half of the experiments have a status, some a category too. */
async function label(notebook: Notebook, cookie: string, category: number): Promise<void> {
  const { data: statuses } = await notebook.call<{ id: number }[]>(cookie, 'GET', '/teams/current/experiments_status')
  const { data: experiments } = await notebook.call<{ id: number }[]>(cookie, 'GET', '/experiments?limit=20')
  for (const [place, { id }] of experiments.entries()) {
    if (place % 2 === 0) continue
    const status = statuses[(place >> 1) % statuses.length]?.id
    await notebook.call(cookie, 'PATCH', `/experiments/${id}`, { status, ...(place % 3 === 0 && { category }) })
  }
}

/** Steps, files, links in both directions, a to-do item and a request. */
async function linkTogether(
  notebook: Notebook,
  { cookie, graceCookie }: { cookie: string; graceCookie: string },
  { entry, markdown, resource, category }: Pick<Sample, 'entry' | 'markdown' | 'resource'> & { category: number },
): Promise<void> {
  const path = `/experiments/${entry}`
  for (const [body, isDone] of STEPS) {
    const { id } = await notebook.call(cookie, 'POST', `${path}/steps`, { body })
    if (isDone) await notebook.call(cookie, 'PATCH', `${path}/steps/${id}`, { action: 'finish' })
    if (body.startsWith('Run')) await notebook.call(cookie, 'PATCH', `${path}/steps/${id}`, { deadline: TOMORROW })
  }
  for (const [name, content] of FILES) await notebook.upload(cookie, entry, name, content)
  await notebook.call(cookie, 'POST', `${path}/items_links/${resource}`, {})
  await notebook.call(cookie, 'POST', `${path}/experiments_links/${markdown}`, {})
  const crystals = await notebook.experiment(cookie, { title: 'Crystals of the 150 mM fraction', category })
  await notebook.call(cookie, 'POST', `/experiments/${crystals}/experiments_links/${entry}`, {})
  await notebook.call(cookie, 'POST', `/experiments/${crystals}/items_links/${resource}`, {})
  for (const content of ['Order imidazole', 'Book the FPLC for Thursday'])
    await notebook.call(cookie, 'POST', '/todolist', { content })
  const { data: ada } = await notebook.call<{ userid: number }>(cookie, 'GET', '/users/me')
  const request = { target_userid: ada.userid, target_action: REVIEW }
  await notebook.call(graceCookie, 'POST', `${path}/request_actions`, request)
}

const REVIEW = 30

const AGENT = { host: 'balance-pc', version: '0.1.0', interval: 60, waiting: 0, errors: 0 }
const AGENTS = [
  { ...AGENT, name: 'Balance 2.14' },
  {
    ...AGENT,
    name: 'Plate reader of the cell culture in the basement, second bench on the left',
    host: 'instrument-pc-0417.biochemistry.example.org',
    waiting: 128,
    errors: 2,
    last_error:
      '2026-11-12/plate_4/absorbance_and_fluorescence_of_all_wells_final_version_2.csv: the entry is locked (403)',
  },
  { ...AGENT, name: 'Freezer log', has_ended: true },
]
const FILES: readonly (readonly [name: string, content: string | Buffer])[] = [
  ['gel-of-all-fractions.png', pngOf(640, 400)],
  ['chromatogram_of_the_elution_A280_and_conductivity.json', '{"A280":[0.1,0.8],"pump":{"flow":0.5,"on":true}}'],
  [
    'fractions.csv',
    `fraction,mL,A280\n${Array.from({ length: 60 }, (_, n) => `F${n + 1},1.5,${(n * 7) % 11}\n`).join('')}`,
  ],
  ['protocol.pdf', pdfOf(['Purification of GFP', 'Buffers'])],
]
const TOMORROW = new Date(Date.now() + 26 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** Categories, a group and an announcement. Returns the last category. */
async function arrangeTeam(notebook: Notebook, cookie: string, people: readonly number[]): Promise<number> {
  let category = 0
  for (const [name, color] of CATEGORIES) {
    category = (await notebook.call(cookie, 'POST', '/teams/current/experiments_categories', { name, color })).id
  }
  const { id } = await notebook.call(cookie, 'POST', '/teams/current/teamgroups', { name: 'GFP project' })
  for (const userid of people) {
    await notebook.call(cookie, 'PATCH', `/teams/current/teamgroups/${id}`, { how: 'add', userid })
  }
  await notebook.call(cookie, 'PATCH', '/teams/current', { announcement: 'The autoclave is serviced on Friday.' })
  await notebook.call(cookie, 'PATCH', '/config', {
    anon_users: '1',
    login_announcement: 'Guests: ask for an account in room 2.14.',
  })
  return category
}
