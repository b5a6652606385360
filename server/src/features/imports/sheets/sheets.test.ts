import type { Entity } from '@aliquot/contract/entities'
import type { TableChoices } from '@aliquot/contract/import-tables'
import type { Import } from '@aliquot/contract/imports'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedApp, type TestApp, type TestUser } from '../../../../test/harness.ts'
import { JOB_KINDS } from '../../../job-kinds.ts'
import { runJobs } from '../../../jobs/runner.ts'

const shared = sharedApp()
let lab: TestApp

beforeAll(async () => {
  lab = await shared()
})

async function givenAda(): Promise<TestUser> {
  return lab.given.user({ team: await lab.given.team(), isAdmin: true })
}

type Fields = Readonly<Record<string, string>>

const formOf = (content: string | Buffer, fields: Fields, filename: string) => [
  ...Object.entries(fields).map(([name, value]) => ({ name, content: value })),
  { name: 'file', filename, content: Buffer.from(content) },
]

async function importOf(user: TestUser, id: number): Promise<Import> {
  return (await lab.as(user).get<Import>(`imports/${id}`)).body
}

async function send(
  user: TestUser,
  content: string | Buffer,
  fields: Fields = {},
  filename = 'lab.csv',
): Promise<Import> {
  const sent = await lab.as(user).postForm('imports', formOf(content, fields, filename))
  expect(sent).toMatchObject({ status: 201 })
  await runJobs(lab.ctx, JOB_KINDS)
  return importOf(user, sent.id)
}

const look = (user: TestUser, content: string | Buffer, fields: Fields = {}, filename?: string) =>
  send(user, content, { ...fields, preview: '1' }, filename)

async function act(user: TestUser, id: number, body: object): Promise<Import> {
  expect(await lab.as(user).patch(`imports/${id}`, body)).toMatchObject({ status: 200 })
  await runJobs(lab.ctx, JOB_KINDS)
  return importOf(user, id)
}

async function entriesOf(user: TestUser, { entries }: Import): Promise<Entity[]> {
  const read = entries.map(({ type, id }) => lab.as(user).get<Entity>(`${type}/${id}`))
  return (await Promise.all(read)).map(({ body }) => body)
}

const fieldsOf = ({ metadata }: Entity) => JSON.parse(metadata ?? '{}').extra_fields

const SALTS = [
  'Name;Masse (g);Eingang;Kategorie;Tags;Geprüft;Beschreibung',
  'Kochsalz;1,5;06.05.2024;Salze;weiß|fein;ja;"Fein\nund ""weiß"""',
  'Glaubersalz;12,25;17.05.2024;Salze;;nein;',
]

describe('a table', () => {
  test('is looked at: what is guessed, and what becomes of its rows', async () => {
    const ada = await givenAda()
    const seen = await look(ada, Buffer.from(SALTS.join('\r\n'), 'latin1'))

    expect(seen, JSON.stringify(seen.error)).toMatchObject({ state: 'previewed', total: 2 })
    expect(seen.actions).toEqual(['start', 'preview', 'stop'])
    const { preview } = seen
    expect(preview).toMatchObject({
      ...{ entries: 2, looked: 2, types: { items: 2, experiments: 0 }, new_categories: ['Salze'], notes: [] },
      table: { encoding: 'windows-1252', separator: ';', header: true, decimal: ',', sheet: null, sheets: [] },
    })
    expect(preview?.new_tags).toEqual(['weiß', 'fein'])
    expect(preview?.table?.columns).toMatchObject([
      { number: 1, name: 'Name', kind: 'text', target: 'title', samples: ['Kochsalz', 'Glaubersalz'], filled: 2 },
      { name: 'Masse (g)', kind: 'number', target: 'field', field: { name: 'Masse', type: 'number', unit: 'g' } },
      { name: 'Eingang', kind: 'date', order: 'dmy', field: { name: 'Eingang', type: 'date', unit: null } },
      { name: 'Kategorie', target: 'category' },
      { name: 'Tags', target: 'tags' },
      { name: 'Geprüft', kind: 'checkbox', target: 'field', field: { type: 'checkbox' } },
      { name: 'Beschreibung', target: 'body', guessed: 'body' },
    ])
    expect(preview?.first[0]).toMatchObject({
      ...{ type: 'items', title: 'Kochsalz', category: 'Salze', tags: ['weiß', 'fein'], excerpt: 'Fein und "weiß"' },
      fields: 3,
      field_values: [
        { name: 'Masse', type: 'number', value: '1.5', unit: 'g', group: null },
        { name: 'Eingang', type: 'date', value: '2024-05-06' },
        { name: 'Geprüft', type: 'checkbox', value: 'on' },
      ],
    })
  })

  test('comes in, can be undone, and comes in again', async () => {
    const ada = await givenAda()
    const { id } = await look(ada, SALTS.join('\n'))
    const done = await act(ada, id, { action: 'start' })

    expect(done, JSON.stringify(done.error)).toMatchObject({ state: 'done', total: 2, made: 2, warnings_total: 0 })
    const [salt] = await entriesOf(ada, done)
    expect(salt).toMatchObject({
      ...{ title: 'Kochsalz', category_title: 'Salze', tags: 'fein|weiß', body: '<p>Fein<br>und &quot;weiß&quot;</p>' },
    })
    expect(fieldsOf(salt as Entity)).toMatchObject({
      Masse: { type: 'number', value: '1.5', unit: 'g' },
      Eingang: { type: 'date', value: '2024-05-06' },
      Geprüft: { type: 'checkbox', value: 'on' },
    })
    expect(await act(ada, id, { action: 'undo' })).toMatchObject({ state: 'undone', removed: 2 })
    expect(await send(ada, SALTS.join('\n'))).toMatchObject({ state: 'done', made: 2 })
    expect(await send(ada, SALTS.join('\n'))).toMatchObject({ state: 'done', made: 0, skipped: 2 })
  })

  test('is looked at again with other choices, and comes in by them', async () => {
    const ada = await givenAda()
    const { id } = await look(ada, 'a;b;c\nOne;1,5;03/04/2024\nTwo;2;04/04/2024\n')
    const table: TableChoices = {
      decimal: ',',
      columns: [
        { number: 1, target: 'field', name: 'Code', group: 'Names' },
        { number: 2, target: 'title' },
        { number: 3, target: 'date', order: 'mdy' },
      ],
    }
    const seen = await act(ada, id, { action: 'preview', table, entity_type: 'experiments' })
    expect(seen, JSON.stringify(seen.error)).toMatchObject({
      state: 'previewed',
      options: { entity_type: 'experiments', table },
      preview: {
        types: { experiments: 2 },
        first: [
          { title: '1,5', date: '2024-03-04', field_values: [{ name: 'Code', value: 'One', group: 'Names' }] },
          {},
        ],
        table: {
          columns: [{ guessed: 'title', target: 'field' }, { target: 'title' }, { target: 'date', order: 'mdy' }],
        },
      },
    })
    const done = await act(ada, id, { action: 'start' })
    expect(done).toMatchObject({ state: 'done', made: 2, entries: [{ type: 'experiments', title: '1,5' }, {}] })
    expect(await lab.as(ada).patch(`imports/${id}`, { action: 'preview' })).toMatchObject({
      status: 422,
      body: { reason: 'import.not_previewable' },
    })
  })

  test('without names gets columns by number, and its first row is one', async () => {
    const ada = await givenAda()
    const seen = await look(ada, '1\tSalt\t2024-01-02\n2\tSugar\t2024-01-03\n', {}, 'plain.tsv')
    expect(seen.preview).toMatchObject({
      entries: 2,
      table: {
        ...{ header: false, separator: '\t' },
        columns: [
          { name: '', kind: 'number', field: { name: 'Column 1' } },
          { target: 'title' },
          { kind: 'date', field: { name: 'Column 3' } },
        ],
      },
      first: [{ title: 'Salt' }, { title: 'Sugar' }],
    })
  })

  test('of another encoding is read: UTF-16, and UTF-8 with a mark', async () => {
    const ada = await givenAda()
    const text = 'title,note\nÄpfel 🍏,שלום\n'
    const wide = Buffer.from(`\uFEFF${text}`, 'utf16le')
    for (const [content, encoding] of [
      [wide, 'utf-16le'],
      [Buffer.from(wide).swap16(), 'utf-16be'],
      [Buffer.from(`\uFEFF${text}`), 'utf-8'],
      [Buffer.from(text), 'utf-8'],
    ] as const) {
      expect((await look(ada, content)).preview, encoding).toMatchObject({
        table: { encoding, columns: [{ name: 'title' }, {}] },
        first: [{ title: 'Äpfel 🍏', field_values: [{ value: 'שלום' }] }],
      })
    }
  })

  test('warns with the row and the column', async () => {
    const ada = await givenAda()
    const lines = Array.from({ length: 20 }, (_, index) => `Row ${index},${index}`)
    const done = await send(ada, `title,Mass (g)\n${lines.join('\n')}\nShort\nOdd,n/a\nLong,1,2\n`)
    expect(done).toMatchObject({ state: 'done', made: 23, warnings_total: 3 })
    expect(done.warnings).toMatchObject([
      { code: 'row_short', row: 22, title: 'Short' },
      { code: 'field_as_text', row: 23, about: 'Mass: n/a' },
      { code: 'row_long', row: 24, about: '2' },
    ])
  })

  test('a date that nobody understands stays a text, with a warning', async () => {
    const ada = await givenAda()
    const seen = await look(ada, 'title,date\nA,03/04/2024\nB,04/05/2024\n', {
      table: '{"columns":[{"number":2,"target":"field","type":"date"}]}',
    })
    expect(seen.preview).toMatchObject({
      notes: [{ code: 'unclear_date', count: 2, rows: [2, 3] }],
      first: [{ field_values: [{ type: 'text', value: '03/04/2024' }] }, {}],
    })
  })

  test('comes in in the order of its rows', async () => {
    const ada = await givenAda()
    const rows = Array.from(
      { length: 150 },
      (_, number) => `Row ${number},${'long '.repeat(number % 7)},Kind ${number % 3}`,
    )
    const done = await send(ada, `title,body,category\n${rows.join('\n')}`)
    expect(done, JSON.stringify(done.error)).toMatchObject({ state: 'done', made: 150, warnings_total: 0 })
    expect(done.entries.map(({ title }) => title)).toEqual(rows.map((row) => row.split(',')[0]))
    expect(done.entries.map(({ id }) => id)).toEqual(done.entries.map(({ id }) => id).sort((a, b) => a - b))
  })

  test('that was interrupted goes on where it was, and makes nothing twice', async () => {
    const ada = await givenAda()
    const rows = Array.from({ length: 120 }, (_, number) => `Row ${number}`)
    const { id } = await lab.as(ada).postForm('imports', formOf(`title\n${rows.join('\n')}`, {}, 'lab.csv'))
    const stopping = new AbortController()
    const running = runJobs(lab.ctx, JOB_KINDS, { signal: stopping.signal })
    await expect.poll(async () => (await importOf(ada, id)).made).toBeGreaterThan(1)
    stopping.abort()
    await running
    await runJobs(lab.ctx, JOB_KINDS)
    expect(await importOf(ada, id)).toMatchObject({ state: 'done', total: 120, done: 120, made: 120 })
    const { body } = await lab.as(ada).get<Entity[]>('items?limit=200')
    expect(new Set(body.map(({ title }) => title)).size).toBe(120)
    expect(body).toHaveLength(120)
  })

  test('may have rows above it, which are left out and told', async () => {
    const ada = await givenAda()
    const seen = await look(
      ada,
      'Stock of 2024;;;\n\nName;CAS;Mass (g);Place\nSalt;7647-14-5;5;A1\nSugar;57-50-1;6;A2\n',
    )
    expect(seen.preview).toMatchObject({
      entries: 2,
      notes: [{ code: 'row_above', count: 1, examples: ['Stock of 2024'], rows: [1] }],
      table: { header: true, columns: [{ name: 'Name', target: 'title' }, { name: 'CAS' }, {}, { name: 'Place' }] },
      first: [{ title: 'Salt' }, { title: 'Sugar' }],
    })
    expect(await act(ada, seen.id, { action: 'start' })).toMatchObject({ state: 'done', total: 2, made: 2 })
  })

  test('may name its columns at any length, which is cut', async () => {
    const seen = await look(await givenAda(), `title,${'x'.repeat(100_000)}\nSalt,1\n`)
    expect(seen.preview).toMatchObject({ table: { columns: [{ name: 'title' }, { name: 'x'.repeat(255) }] } })
  })

  test('formulas stay texts', async () => {
    const ada = await givenAda()
    const done = await send(ada, `title,x\n=1+1,"=cmd|' /C calc'!A0"\n`)
    const [entry] = await entriesOf(ada, done)
    expect(entry).toMatchObject({ title: '=1+1' })
    expect(fieldsOf(entry as Entity)).toMatchObject({ x: { value: "=cmd|' /C calc'!A0" } })
  })

  test('choices that fit no table are refused', async () => {
    const ada = await givenAda()
    const refused = async (fields: Fields) => {
      const { status, body } = await lab.as(ada).postForm('imports', formOf('title\nA', fields, 'a.csv'))
      return { status, reason: (body as { reason?: string }).reason }
    }
    expect(await refused({ table: '{' })).toEqual({ status: 400, reason: 'field.not_json' })
    expect(await refused({ table: '{"separator":"x"}' })).toEqual({ status: 400, reason: 'field.one_of' })
    expect(await refused({ table: '{"colour":1}' })).toEqual({ status: 400, reason: 'field.unknown' })
    expect(await refused({ template: '4711' })).toEqual({ status: 400, reason: 'table.no_template' })
    const failed = async (table: TableChoices) => (await look(ada, 'title\nA', { table: JSON.stringify(table) })).error
    expect(await failed({ columns: [{ number: 3, target: 'title' }] })).toMatchObject({ reason: 'table.no_column' })
    expect(await failed({ columns: [{ number: 1, target: 'ignore' }] })).toMatchObject({
      reason: 'table.no_title_column',
    })
  })

  test('a template gives what the row does not say', async () => {
    const ada = await givenAda()
    const { id: template } = await lab.as(ada).post('items_types', { title: 'Chemical' })
    const metadata = {
      extra_fields: { Mass: { type: 'number', value: '7', unit: 'kg' }, Risk: { type: 'text', value: 'low' } },
    }
    await lab.as(ada).patch(`items_types/${template}`, { body: '<p>Keep dry</p>', metadata: JSON.stringify(metadata) })
    await lab.as(ada).post(`items_types/${template}/tags`, { tag: 'stock' })
    const done = await send(ada, 'title,Mass,tags\nSalt,5,fine\nSugar,,\nOdd,heavy,\n', { template: String(template) })
    expect(done, JSON.stringify(done.error)).toMatchObject({ state: 'done', made: 3 })
    const [salt, sugar, odd] = (await entriesOf(ada, done)) as [Entity, Entity, Entity]
    expect(salt).toMatchObject({
      title: 'Salt',
      body: '<p>Keep dry</p>',
      tags: 'fine|stock',
      created_from_id: template,
    })
    expect(fieldsOf(salt)).toMatchObject({ Mass: { value: '5', unit: 'kg' }, Risk: { value: 'low' } })
    expect(fieldsOf(sugar)).toMatchObject({ Mass: { value: '7' } })
    expect(odd).toMatchObject({ title: 'Odd' })
    expect(done.warnings).toMatchObject([{ code: 'field_left', row: 4 }])
  })
})

describe('POST /import', () => {
  async function importNow(user: TestUser, content: string | Buffer, fields: Fields = {}, filename = 'lab.csv') {
    return lab.as(user).postForm('import', formOf(content, fields, filename))
  }

  test('reads a table by the names of its columns, as in eLabFTW', async () => {
    const ada = await givenAda()
    const csv = [
      'title|date|tags|category_title|status_title|rating|body|Supplier|Link|id',
      'Salt|2024-05-06|"a|b"|Chemical|Open|4|"White, fine"|Merck|https://example.org|17',
    ].join('\n')
    const { status, id } = await importNow(ada, csv)
    expect({ status, id }).toEqual({ status: 201, id: 1 })
    const { body } = await lab.as(ada).get<Entity[]>('items?limit=1')
    const entry = (await lab.as(ada).get<Entity>(`items/${body[0]?.id}`)).body
    expect(entry).toMatchObject({
      ...{ title: 'Salt', date: '2024-05-06', tags: 'a|b', category_title: 'Chemical', status_title: 'Open' },
      ...{ rating: 4, body: 'White, fine', canread_base: 30, canwrite_base: 20 },
    })
    expect(fieldsOf(entry)).toMatchObject({
      Supplier: { type: 'text', value: 'Merck' },
      Link: { type: 'url', value: 'https://example.org' },
      id: { type: 'text', value: '17' },
    })
  })

  test('metadata are used as they are, and make other columns fall away', async () => {
    const ada = await givenAda()
    const metadata = { extra_fields: { Mass: { type: 'number', value: '5' } } }
    const cell = `"${JSON.stringify(metadata).replaceAll('"', '""')}"`
    expect(await importNow(ada, `title,metadata,Other\nSalt,${cell},x\n`)).toMatchObject({ status: 201, id: 1 })
    const { body } = await lab.as(ada).get<Entity[]>('items?limit=1')
    expect(JSON.parse((await lab.as(ada).get<Entity>(`items/${body[0]?.id}`)).body.metadata ?? '')).toEqual(metadata)
  })

  test.each([
    ['a row without a title', 'title,a\nSalt,1\n,2\n', 'table.no_title'],
    ['no column for the title', 'name\nSalt\n', 'table.no_title_column'],
    ['metadata that are none', 'title,metadata\nA,\nB,{x\n', 'table.bad_metadata'],
    ['an open quotation mark', 'title\nSalt\n"Sugar\n', 'table.open_quote'],
    ['nothing but names', 'title\n', 'import.no_entries'],
  ])('%s refuses the file, and nothing stays', async (_, content, reason) => {
    const ada = await givenAda()
    expect(await importNow(ada, content)).toMatchObject({ status: 400, body: { reason } })
    expect((await lab.as(ada).get<Entity[]>('items')).body).toEqual([])
  })

  test('our own export comes back through /imports without any choice', async () => {
    const ada = await givenAda()
    const given = 'title,date,tags,category,status,Mass (g),body\n=Salt,2024-05-06,"a|b",Chem,Open,"5.5",White\n'
    await send(ada, given)
    const csv = await lab.as(ada).get<string>('items?format=csv')
    const ben = await givenAda()
    const done = await send(ben, String(csv.body))
    expect(done, JSON.stringify(done.error)).toMatchObject({ state: 'done', made: 1 })
    const [entry] = (await entriesOf(ben, done)) as [Entity]
    expect(entry).toMatchObject({
      ...{
        title: '=Salt',
        date: '2024-05-06',
        tags: 'a|b',
        category_title: 'Chem',
        status_title: 'Open',
        body: 'White',
      },
    })
    expect(Object.keys(fieldsOf(entry))).toEqual(['Mass'])
    expect(fieldsOf(entry)).toMatchObject({ Mass: { type: 'number', value: '5.5', unit: 'g' } })
  })
})
