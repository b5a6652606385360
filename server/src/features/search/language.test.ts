import type { EntityListRow } from '@aliquot/contract/entities'
import { beforeAll, describe, expect, test } from 'vitest'
import { insertEntries, insertTags } from '../../../test/entries.ts'
import { type Client, type TestApp, type TestUser, testApp } from '../../../test/harness.ts'

let app: TestApp
let ada: TestUser
let bob: TestUser
let client: Client

const fields = (values: Record<string, unknown>) =>
  JSON.stringify({
    extra_fields: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { type: 'text', value }])),
  })

beforeAll(async () => {
  let close: (() => Promise<void>) | undefined
  app = await testApp({ TIMEZONE: 'Europe/Paris' }, { closing: (end) => (close = end) })
  ada = await app.given.user({ firstname: 'Ada', lastname: 'Lovelace' })
  bob = await app.given.user({ firstname: 'Bob', lastname: 'Ross' })
  client = app.as(ada)
  const { db } = app.ctx
  const labels = await db.read.selectFrom('labels').selectAll().where('team', '=', 1).orderBy('id').execute()
  const status = (title: string) => labels.find((label) => label.title === title)?.id ?? null
  await db.write(async (tx) => {
    const group = { team: 1, name: 'Microscope users' }
    const { id } = await tx.insertInto('teamgroups').values(group).returning('id').executeTakeFirstOrThrow()
    const members = [ada.id, bob.id].map((userid) => ({ teamgroup: id, userid }))
    await tx.insertInto('teamgroup_members').values(members).execute()
    const other = await tx.insertInto('teamgroups').values({ team: 1, name: 'Secret club' }).returning('id').execute()
    await tx
      .insertInto('teamgroup_members')
      .values({ teamgroup: other[0]?.id ?? 0, userid: bob.id })
      .execute()
  })
  const own = { team: 1, userid: ada.id }
  const [heat = 0, angstrom = 0, cold = 0, mix = 0] = await insertEntries(app.ctx, [
    {
      ...own,
      title: 'Heat shock',
      body: '<p>Cells at <b>42 °C</b>&nbsp;for an hour</p>',
      date: '2026-01-10',
      rating: 3,
    },
    { ...own, title: 'Ångström, 50%', date: '2026-02-20', custom_id: 4711, status: status('Fail'), rating: 5 },
    {
      ...own,
      title: 'cold_shock "quoted"',
      body: 'the **Straße** of 42',
      content_type: 2,
      date: '2026-03-30',
      metadata: fields({ Batch: 'B-17', 'Drug concentration': '12.5 mM', Strains: ['wt', 'ko'], Empty: '' }),
    },
    {
      userid: bob.id,
      team: 1,
      title: 'Mix',
      date: null,
      status: status('Success'),
      metadata: fields({ batch: 'b-170' }),
    },
    {
      userid: bob.id,
      team: 1,
      title: 'Open',
      canread_base: 50,
      created_at: '2026-05-01T22:30:00.000Z',
      date: '2025-12-31',
    },
    { ...own, title: 'Old one', state: 3, date: '2026-01-11' },
    { ...own, title: 'Kept', state: 2, locked: 1, locked_at: '2026-04-01T10:00:00.000Z', date: '2026-01-11' },
    {
      ...own,
      title: 'Stamped',
      timestamped: 1,
      timestamped_at: '2026-05-02T10:00:00.000Z',
      elabid: '20260101-feed',
      date: '2026-01-12',
    },
  ])
  await insertTags(app.ctx, [
    { entity: heat, tags: ['Yeast', 'batch  17', '100%'] },
    { entity: angstrom, tags: ['Levûre', 'batch 1'] },
    { entity: cold, tags: ['yeast two-hybrid', '100x'] },
    { entity: mix, tags: ['|7'] },
  ])
  return close
})

async function found(text: string, parameter = 'extended'): Promise<string[]> {
  const path = `experiments?${parameter}=${encodeURIComponent(text)}`
  const page = await client.get<EntityListRow[]>(`${path}&limit=50`)
  expect(page.status, JSON.stringify(page.body)).toBe(200)
  const stream = await client.get<EntityListRow[]>(path)
  expect(stream.body.map(({ title }) => title)).toEqual(page.body.map(({ title }) => title))
  return page.body.map(({ title }) => title).sort()
}

const HEAT = 'Heat shock'
const ANG = 'Ångström, 50%'
const COLD = 'cold_shock "quoted"'
const NORMAL = [HEAT, ANG, COLD, 'Mix', 'Open', 'Stamped']

describe('constructs', () => {
  test.each([
    ['a b: both', 'heat shock', [HEAT]],
    ['AND', 'heat AND shock', [HEAT]],
    ['and, whatever the case', 'heat and shock', [HEAT]],
    ['&', 'heat&shock', [HEAT]],
    ['OR', 'heat OR mix', [HEAT, 'Mix']],
    ['|', 'heat|mix', [HEAT, 'Mix']],
    ['NOT', 'NOT shock', [ANG, 'Mix', 'Open', 'Stamped']],
    ['!', '!shock', [ANG, 'Mix', 'Open', 'Stamped']],
    ['NOT binds closer than AND', 'NOT heat shock', [COLD]],
    ['AND binds closer than OR', 'mix OR heat shock', [HEAT, 'Mix']],
    ['parentheses', '(mix OR heat) shock', [HEAT]],
    ['NOT of parentheses', 'NOT (heat OR cold)', [ANG, 'Mix', 'Open', 'Stamped']],
    ['double quotes: a phrase', '"heat shock"', [HEAT]],
    ['a phrase in another order', '"shock heat"', []],
    ['single quotes', "'heat shock'", [HEAT]],
    ['a phrase over markup and blanks', '"42 °C for an"', [HEAT]],
    ['quotes escaped with a backslash', String.raw`"\"quoted"`, [COLD]],
    ['the other quote inside quotes', `'"quoted'`, [COLD]],
    ['% is any run of characters', 'title:h%shock', [HEAT]],
    ['_ is any one character', 'title:cold_shock', [COLD]],
    ['_ is exactly one', 'title:he_t', [HEAT]],
    ['_ is not none', 'title:hea_t', []],
    [String.raw`\% is a percent sign`, String.raw`50\%`, [ANG]],
    [String.raw`\_ is an underscore`, String.raw`title:cold\_shock`, [COLD]],
    [String.raw`\_ is nothing else`, String.raw`title:heat\_shock`, []],
    ['a bare term: part of a word of the title', 'hoc', [HEAT, COLD]],
    ['a bare term: part of the text', 'trass', [COLD]],
    ['a bare term: the day', '2026-02', [ANG]],
    ['a bare term: the permanent id', 'feed', ['Stamped']],
    ['a bare term: the custom id', '4711', [ANG]],
    ['a bare term is not a part of the custom id', '471', []],
    ['accents and case are folded', 'ÅNGSTROM', [ANG]],
    ['two letters', 'ix', ['Mix']],
    ['nothing but blanks', '   ', NORMAL],
  ])('%s: %s', async (_, query, titles) => {
    expect(await found(query)).toEqual([...titles].sort())
  })

  test('field:value is a part, field:s:value the whole of it', async () => {
    expect(await found('title:heat')).toEqual([HEAT])
    expect(await found('title:s:heat')).toEqual([])
    expect(await found('title:s:"HEAT SHOCK"')).toEqual([HEAT])
    expect(await found('title:s:heat%')).toEqual([HEAT])
  })
})

describe('fields', () => {
  test.each([
    ['title', 'title:shock', [HEAT, COLD]],
    ['title, whatever its case', 'TITLE:shock', [HEAT, COLD]],
    ['body', 'body:hour', [HEAT]],
    ['body without its markup', 'body:nbsp', []],
    ['elabid', 'elabid:0101-fe', ['Stamped']],
    ['author: part of the full name', 'author:"a love"', [HEAT, ANG, COLD, 'Stamped']],
    ['owner is author', 'owner:ross', ['Mix', 'Open']],
    ['author, strict', 'author:s:"bob ross"', ['Mix', 'Open']],
    ['author is not the e-mail', 'author:example', []],
    ['status', 'status:fail', [ANG]],
    ['status, part of the title', 'status:succ', ['Mix']],
    ['status, unknown', 'status:nothing', []],
    ['NOT status', 'title:% NOT status:fail', NORMAL.filter((title) => title !== ANG)],
    ['category, none there', 'category:x', []],
    ['group of the asker', 'group:"microscope users" title:mix', ['Mix']],
    ['tag, whatever its case', 'tag:YEAST', [HEAT]],
    ['tag, whatever its accents', 'tag:levure', [ANG]],
    ['tags, as people write it', 'tags:yeast', [HEAT]],
    ['tag: the whole name', 'tag:yea', []],
    ['tag, strict', 'tag:s:yeast', [HEAT]],
    ['tag of several words', 'tag:"yeast two-hybrid"', [COLD]],
    ['tag with blanks of its own', 'tag:"batch 17"', [HEAT]],
    ['tag with %', 'tag:yeast%', [HEAT, COLD]],
    ['tag with _', 'tag:"batch _"', [ANG]],
    ['tag with a percent sign', String.raw`tag:100\%`, [HEAT]],
    ['any tag but one that is being removed', 'tag:%', [HEAT, ANG, COLD]],
    ['a tag that is being removed', 'tag:"|7"', []],
    ['NOT tag', 'NOT tag:%', ['Mix', 'Open', 'Stamped']],
    ['tag OR', 'tag:yeast OR mix', [HEAT, 'Mix']],
    ['tag, unknown', 'tag:nothing', []],
    ['visibility', 'visibility:public', ['Open']],
    ['visibility myteam', 'visibility:myteam', NORMAL.filter((title) => title !== 'Open')],
    ['visibility with wildcards', 'visibility:%', NORMAL],
    ['visibility useronly', 'visibility:useronly', []],
    ['NOT visibility', 'NOT visibility:myteam', ['Open']],
    ['custom_id', 'custom_id:4711', [ANG]],
    ['state switches the default off', 'state:3', ['Old one']],
    ['state inside of OR', 'state:2 OR heat', ['Kept', HEAT]],
    ['NOT state', 'NOT state:1', ['Kept', 'Old one']],
    ['rating', 'rating:5', [ANG]],
    ['rating 0', 'rating:0', [COLD, 'Mix', 'Open', 'Stamped']],
    ['unrated', 'rating:unrated', [COLD, 'Mix', 'Open', 'Stamped']],
    ['locked', 'locked:yes state:2', ['Kept']],
    ['not locked', 'locked:off', NORMAL],
    ['timestamped', 'timestamped:true', ['Stamped']],
    ['date', 'date:2026-01-10', [HEAT]],
    ['date without separators', 'date:20260110', [HEAT]],
    ['date with other separators', 'date:2026.01/10', [HEAT]],
    ['date =', 'date:=2026-01-10', [HEAT]],
    ['date !=', 'date:!=2026-01-10', [ANG, COLD, 'Open', 'Stamped']],
    ['date <', 'date:<2026-01-10', ['Open']],
    ['date <=', 'date:<=2026-01-10', [HEAT, 'Open']],
    ['date >', 'date:>2026-02-20', [COLD]],
    ['date >=', 'date:>=2026-02-20', [ANG, COLD]],
    ['date from..to', 'date:2026-01-10..2026-02-20', [HEAT, ANG, 'Stamped']],
    ['NOT date has those without one', 'NOT date:>2020-01-01', ['Mix']],
    ['created_at is a day of the zone', 'created_at:2026-05-02', ['Open']],
    ['created_at is not the day in UTC', 'created_at:2026-05-01', []],
    ['locked_at', 'locked_at:2026-04-01 state:2', ['Kept']],
    ['timestamped_at', 'timestamped:yes timestamped_at:>20260501', ['Stamped']],
    ['timestamped_at after', 'timestamped_at:>20260502', []],
    ['extrafield', 'extrafield:Batch:17', [COLD, 'Mix']],
    ['extrafield, strict', 'extrafield:s:Batch:b-17', [COLD]],
    ['extrafield with quotes', 'extrafield:"Drug concentration":"12.5 mm"', [COLD]],
    ['extrafield, any value', 'extrafield:"Drug concentration":%', [COLD]],
    ['extrafield, any field', 'extrafield:**:17', [COLD, 'Mix']],
    ['extrafield, any field, strict', 'extrafield:s:**:ko', [COLD]],
    ['extrafield, one of several values', 'extrafield:Strains:wt', [COLD]],
    ['extrafield, empty', 'extrafield:empty:""', [COLD]],
    ['extrafield, not empty', 'extrafield:batch:""', []],
    ['extrafield of another name', 'extrafield:bat:17', []],
    ['NOT extrafield', 'shock NOT extrafield:batch:%', [HEAT]],
  ])('%s: %s', async (_, query, titles) => {
    expect(await found(query)).toEqual([...titles].sort())
  })

  test('id is the number of one entry', async () => {
    const { body } = await client.get<EntityListRow[]>('experiments?q=mix&limit=1')
    expect(await found(`id:${body[0]?.id}`)).toEqual(['Mix'])
  })

  test('each field of the language is known', async () => {
    for (const query of ['created_at:20260101', 'locked_at:20260101', 'group:"Microscope users"', 'elabid:1', 'id:1']) {
      await found(query)
    }
  })
})

describe('refusals point at the place', () => {
  test.each([
    ['title:', 7, 'a value after title:'],
    ['title: heat', 7, 'a value after title:'],
    ['heat AND', 9, 'a word'],
    ['AND heat', 1, 'a word'],
    ['heat OR OR cold', 9, 'a word'],
    ['heat |', 7, 'a word'],
    ['NOT', 4, 'a word'],
    ['(heat', 1, 'closing parenthesis'],
    ['heat)', 5, 'opening parenthesis'],
    ['()', 2, 'a word'],
    ['"heat', 1, 'closing quote'],
    ["title:'heat", 7, 'closing quote'],
    ['heat tagged:x', 6, 'no field tagged'],
    ['tag:', 5, 'a value after tag:'],
    ['rating:6', 8, '0 to 5'],
    ['rating:good', 8, '0 to 5'],
    ['id:0', 4, 'positive'],
    ['id:abc', 4, 'positive'],
    ['id:constructor', 4, 'positive'],
    ['rating:__proto__', 8, '0 to 5'],
    ['id:99999999999', 4, 'positive'],
    ['state:9', 7, 'a state'],
    ['locked:maybe', 8, 'yes or no'],
    ['date:yesterday', 6, 'a day'],
    ['date:2026-02-30', 6, 'day of the calendar'],
    ['date:2026-02-01..2026-01-01', 6, 'does not end before it begins'],
    ['created_at:1969-01-01', 12, '1970-01-02'],
    ['timestamped_at:>20390101', 16, '2038-01-18'],
    ['group:unknown', 7, 'Microscope users'],
    ['group:"Secret club"', 7, 'a group of yours'],
    ['visibility:nobody', 12, 'useronly'],
    ['extrafield:x', 13, 'a colon'],
    ['extrafield:x:', 14, 'the value of the field'],
    ['extrafield::x', 12, 'the name of an extra field'],
    ['\u{1F52C} title:', 9, 'a value'],
    ['heat\\', 5, 'backslash'],
    [`title:${'%a'.repeat(11)}`, 7, 'at most 10 wildcards'],
    [`${'('.repeat(30)}a${')'.repeat(30)}`, 22, 'inside each other'],
    [`${'!'.repeat(30)}a`, 22, 'inside each other'],
  ])('%s at %i: %s', async (query, position, expected) => {
    for (const parameter of ['extended', 'q']) {
      const { status, body } = await client.get<{ message: string; position: number }>(
        `experiments?${parameter}=${encodeURIComponent(parameter === 'q' ? `title:x OR ${query}` : query)}&limit=5`,
      )
      expect(status).toBe(400)
      expect(body.message).toContain(expected)
      expect(body.message).toMatch(new RegExp(`^${parameter}: `))
      expect(body.position).toBe(parameter === 'q' ? position + 11 : position)
    }
  })

  test('a pattern that more than 1000 tags match is refused, and any tag is not', async () => {
    const { body: rows } = await client.get<EntityListRow[]>('experiments?fastq=heat&limit=1')
    const tags = Array.from({ length: 1001 }, (_, number) => `many ${number}`)
    await insertTags(app.ctx, [{ entity: rows[0]?.id ?? 0, tags }])
    const { status, body } = await client.get<{ message: string }>('experiments?extended=tag:many%25')
    expect(status).toBe(400)
    expect(body).toMatchObject({ message: expect.stringContaining('more than 1000 tags'), position: 5 })
    expect(await found('tag:"many 7%" title:heat')).toEqual([HEAT])
    // With many patterns all tags are read once, and the same are found.
    const others = Array.from({ length: 9 }, (_, number) => `tag:"none ${number}%"`).join(' OR ')
    expect(await found(`(${others} OR tag:"many 7%" OR tag:yeast) title:heat`)).toEqual([HEAT])
    expect(await found(`${others} OR tag:"yeast two%" OR tag:levure`)).toEqual([ANG, COLD].sort())
    expect(await found(others)).toEqual([])
    const many = encodeURIComponent(`${others} OR tag:many%`)
    expect((await client.get(`experiments?extended=${many}`)).status).toBe(400)
    expect(await found('tag:%')).toEqual([HEAT, ANG, COLD].sort())
    expect(await found('NOT tag:"many 7%" tag:%')).toEqual([ANG, COLD].sort())
  })

  test('more than 50 terms are refused where they are too many', async () => {
    const query = Array.from({ length: 51 }, () => 'a').join('%20')
    const { status, body } = await client.get<{ message: string }>(`experiments?extended=${query}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ message: expect.stringContaining('at most 50 terms'), position: 101 })
  })

  test('a query of more than 2000 characters is refused by name', async () => {
    const { status, body } = await client.get<{ message: string }>(`experiments?extended=${'a'.repeat(2001)}`)
    expect(status).toBe(400)
    expect(body.message).toMatch(/^extended: /)
  })
})

test.each([
  ['status:"Fail"', [ANG]],
  ['elabid:feed', ['Stamped']],
  ['extrafield:batch:170', ['Mix']],
  ['"heat shock"', [HEAT]],
  ['heat OR mix', [HEAT, 'Mix']],
  ['shock !heat', [COLD]],
])('q=%s is read as extended is', async (q, titles) => {
  expect(await found(q, 'q')).toEqual([...titles].sort())
})

test('q and extended combine with AND, and with every other parameter', async () => {
  const titles = async (query: string) =>
    (await client.get<EntityListRow[]>(`experiments?${query}`)).body.map(({ title }) => title)
  expect(await titles('q=shock&extended=rating:3&limit=5')).toEqual([HEAT])
  expect(await titles(`q=${encodeURIComponent('title:shock')}&extended=rating:3&limit=5`)).toEqual([HEAT])
  expect(await titles('extended=shock&owner=999&limit=5')).toEqual([])
  expect(await titles('extended=state:3&state=1&limit=5')).toEqual([])
  expect(await titles('extended=shock&order=title&sort=asc&limit=1&offset=1')).toEqual([HEAT])
})

test('nothing is found in an entry that one may not read', async () => {
  const secret = {
    ...{ team: 1, userid: bob.id, canread_base: 10, title: 'Secretive', body: 'hidden words', custom_id: 99 },
    metadata: fields({ Hidden: 'treasure' }),
  }
  await insertEntries(app.ctx, [secret])
  const queries = [
    'secretive',
    'body:hidden',
    'extrafield:hidden:treasure',
    'custom_id:99',
    'visibility:useronly',
    'NOT shock NOT author:ada mi',
  ]
  for (const query of queries)
    expect(
      (await found(query)).filter((title) => title === 'Secretive'),
      query,
    ).toEqual([])
  const reply = await app
    .as(bob)
    .get<EntityListRow[]>('experiments?extended=treasur%20OR%20extrafield:**:treasur&limit=5')
  expect(reply.body.map(({ title }) => title)).toEqual(['Secretive'])
})

describe('fastq', () => {
  const quick = async (text: string, more = '') =>
    (await client.get<EntityListRow[]>(`experiments?fastq=${encodeURIComponent(text)}${more}`)).body

  test('finds a part of the title, and nothing else', async () => {
    expect((await quick('HOCK')).map(({ title }) => title).sort()).toEqual([HEAT, COLD])
    expect((await quick('hour')).map(({ title }) => title)).toEqual([])
    expect((await quick('50%')).map(({ title }) => title)).toEqual([ANG])
    expect((await quick('t sh')).map(({ title }) => title)).toEqual([HEAT])
    expect((await quick('m, 5')).map(({ title }) => title)).toEqual([ANG])
    expect((await quick('t ho')).map(({ title }) => title)).toEqual([])
    expect((await quick('title:heat')).map(({ title }) => title)).toEqual([])
  })

  test('finds a number as id or custom id', async () => {
    expect((await quick('4711')).map(({ title }) => title)).toEqual([ANG])
    const [heat] = await quick('heat')
    expect((await quick(String(heat?.id))).map(({ id }) => id)).toContain(heat?.id)
  })

  test('has short columns with type and page, and does not put pinned entries first', async () => {
    const all = await quick('shock', '&limit=5')
    const [, last] = all
    expect(all[0]).toMatchObject({ type: 'experiments', page: 'experiments.php' })
    expect(all[0]).not.toHaveProperty('body')
    await client.patch(`experiments/${last?.id}`, { action: 'pin' })
    expect((await quick('shock', '&limit=5')).map(({ id }) => id)).toEqual(all.map(({ id }) => id))
    await client.patch(`experiments/${last?.id}`, { action: 'pin' })
  })

  test('an empty one is none', async () => {
    expect(await quick('  ')).toHaveLength((await found(' ')).length)
  })
})
