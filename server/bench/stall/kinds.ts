import type { Client } from '../../drills/client.ts'

/** The largest allowed input of a kind of request, or one just above the limit. */
export interface Heavy {
  name: string
  /** It is about an entry with many children, and not about one with a long text. */
  of?: 'children'
  /** What the kinds before it leave; without them it is done first. */
  after?: Run
  run: Run
}

type Run = (client: Client, entry: number) => Promise<number>

export const change =
  (body: unknown, headers: Record<string, string> = {}) =>
  async (client: Client, entry: number) =>
    (await client.call('PATCH', `experiments/${entry}`, body, headers)).status

export const read = (query: string) => async (client: Client, entry: number) =>
  (await client.call('GET', `experiments${query.replace('{id}', String(entry))}`)).status

const MOST_BODY = 4_100_000
export const many = (part: string, length = MOST_BODY) => part.repeat(Math.floor(length / part.length))

export function fieldsOf(count: number, value: string): object {
  return {
    extra_fields: Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, { type: 'text', value }])),
  }
}

const prose = change({ body: many('<p>Some <b>words</b> of prose &amp; more.</p>') })
const remove: Run = async (client, id) => (await client.call('DELETE', `experiments/${id}`)).status

const tags = (count: number) => Array.from({ length: count }, (_, n) => `tag number ${n} of many`)

/** Of an entry with as many and as long children as an entry shows. */
const CHILDREN: Heavy[] = [
  { name: 'children, read', of: 'children', run: read('/{id}') },
  { name: 'children, exported', of: 'children', run: read('/{id}?format=zip&json=1') },
  {
    name: 'children, as they were',
    of: 'children',
    run: (client, id) => get(client, `experiments/${id}?as_of=${now()}`),
  },
  {
    name: 'children, copied',
    of: 'children',
    run: (client, id) => post(client, `experiments/${id}`, { action: 'duplicate' }),
  },
  { name: 'children, comments', of: 'children', run: read('/{id}/comments') },
  { name: 'children, steps', of: 'children', run: read('/{id}/steps') },
  { name: 'children, steps ordered', of: 'children', run: orderSteps },
  {
    name: 'children, steps locked',
    of: 'children',
    run: (client, id) => patch(client, `experiments/${id}/steps`, { action: 'forcelock' }),
  },
  { name: 'children, links', of: 'children', run: read('/{id}/experiments_links') },
  { name: 'children, files', of: 'children', run: read('/{id}/uploads') },
  { name: 'children, timeline', of: 'children', run: read('/{id}/timeline') },
  { name: 'children, one changed', of: 'children', run: change({ title: 'Changed' }) },
  { name: 'children, refused', of: 'children', run: change({ title: 'Changed' }, { 'if-match': '"0-x"' }) },
  {
    name: 'children, copied with files',
    of: 'children',
    run: (client, id) => post(client, `experiments/${id}`, { action: 'duplicate', copyFiles: true }),
  },
  { name: 'children, deleted', of: 'children', run: remove },
  { name: 'children, restored', of: 'children', after: remove, run: change({ action: 'restore' }) },
]

export const HEAVY: Heavy[] = [
  { name: 'body, prose', run: prose },
  { name: 'body, read', after: prose, run: read('/{id}') },
  { name: 'body, exported', after: prose, run: read('/{id}?format=zip') },
  { name: 'body, as a table', after: prose, run: read('?format=csv&id={id}') },
  { name: 'body, dirty', run: change({ body: many('<table onclick=x><tr><td>gel<td>lane</table>') }) },
  { name: 'body, tags never ended', run: change({ body: `${many('<p ')}>` }) },
  { name: 'body, quotes never ended', run: change({ body: `${many('<a href="')}>` }) },
  { name: 'body, 20,000 hostile', run: change({ body: many('<p a="1" b>', 19_900) }) },
  { name: 'body, one word', run: change({ body: many('a', 4_000_000) }) },
  { name: 'body, different words', run: change({ body: differentWords(400_000) }) },
  { name: 'body, appended', after: prose, run: change({ bodyappend: '<p>one more line</p>' }) },
  {
    name: 'Markdown, prose',
    run: change({ content_type: 2, body: many('# Run\n\nSome *words* of [prose](x).\n\n', 490_000) }),
  },
  { name: 'Markdown, brackets', run: change({ content_type: 2, body: many('![[', 490_000) }) },
  { name: 'Markdown, short and hostile', run: change({ content_type: 2, body: many('![[', 2900) }) },
  { name: 'Markdown, too long', run: change({ content_type: 2, body: many('*a* ') }) },
  { name: 'body, small again', run: change({ content_type: 1, body: '<p>small</p>' }) },
  { name: 'metadata, 2,000 fields', run: change({ metadata: fieldsOf(2000, 'some value') }) },
  { name: 'metadata, other values', run: change({ metadata: fieldsOf(2000, 'another value') }) },
  { name: 'metadata, merged', run: change({ metadatamerge: fieldsOf(2000, 'a third value') }) },
  { name: 'metadata, one changed', run: change({ action: 'updatemetadatafield', k7: 'x' }) },
  { name: 'metadata, read', run: read('/{id}') },
  { name: 'metadata, too many fields', run: change({ metadata: fieldsOf(2001, 'v') }) },
  { name: 'metadata, long values', run: change({ metadata: fieldsOf(100, many('word ', 9000)) }) },
  { name: 'metadata, 200,000 fields', run: change({ metadata: fieldsOf(200_000, 'v') }) },
  { name: 'metadata, small again', run: change({ metadata: {} }) },
  { name: 'tags, 1,000', run: change({ tags: tags(1000) }) },
  { name: 'tags, none again', run: change({ tags: [] }) },
  { name: 'tags, too many', run: change({ tags: tags(100_000) }) },
  { name: 'permissions, 3,000 ids', run: change({ canread: listOfIds(1000) }) },
  { name: 'permissions, too many', run: change({ canread: listOfIds(100_000) }) },
  {
    name: 'comment, longest',
    run: (client, id) => post(client, `experiments/${id}/comments`, { comment: many('word ', 65_000) }),
  },
  {
    name: 'step, longest',
    run: (client, id) => post(client, `experiments/${id}/steps`, { body: many('word ', 10_000) }),
  },
  {
    name: 'JSON, 8 MB of values',
    run: (client, id) => post(client, `experiments/${id}/comments`, { a: Array(3_900_000).fill(1) }),
  },
  {
    name: 'JSON, 8 MB of text',
    run: (client, id) => post(client, `experiments/${id}/comments`, { comment: many('a', 8_000_000) }),
  },
  { name: 'search, long', run: read(`?q=${encodeURIComponent(many('word ', 4000))}`) },
  { name: 'search, wild', run: read(`?q=${encodeURIComponent(many('*a* ', 4000))}`) },
  { name: 'body, saved once', run: change({ body: many('<p>Words of prose.</p>') }, { 'idempotency-key': 'stall' }) },
  {
    name: 'body, saved once, again',
    run: change({ body: many('<p>Words of prose.</p>') }, { 'idempotency-key': 'stall' }),
  },
  {
    name: 'body, copied',
    after: prose,
    run: (client, id) => post(client, `experiments/${id}`, { action: 'duplicate' }),
  },
  {
    name: 'body, in a new entry',
    run: (client) => post(client, 'experiments', { body: many('<p>Words of prose.</p>') }),
  },
  {
    name: 'body, as it was',
    after: prose,
    run: (client, id) => get(client, `experiments/${id}?as_of=${now()}`),
  },
  { name: 'body, its revisions', after: prose, run: read('/{id}/revisions') },
  { name: 'list, 10,000 rows', of: 'children', run: read('?limit=9999') },
  { name: 'list, without a limit', of: 'children', run: read('?limit=0') },
  { name: 'list, searched', of: 'children', run: read('?q=words&limit=9999') },
  { name: 'form, largest fields', run: (client, id) => sendForm(client, id, formFields(20, 60_000)) },
  { name: 'form, too many fields', run: (client, id) => sendForm(client, id, formFields(1000, 60)) },
  { name: 'form, fields too long', run: (client, id) => sendForm(client, id, formFields(20, 400_000)) },
  {
    name: 'view, longest',
    run: (client) => post(client, 'views', { name: many('n', 255), entity_type: 'items', search: many('word ', 4000) }),
  },
  ...CHILDREN,
  { name: 'search, nested', run: read(`?extended=${encodeURIComponent(many('(not ', 4000))}`) },
]

function differentWords(count: number): string {
  return `<p>${Array.from({ length: count }, (_, n) => n.toString(36)).join(' ')}</p>`
}

function listOfIds(count: number): object {
  const ids = Array.from({ length: count }, (_, n) => n + 1)
  return { teams: ids, teamgroups: ids, users: ids }
}

export async function post(client: Client, path: string, body: unknown): Promise<number> {
  return (await client.call('POST', path, body)).status
}

async function get(client: Client, path: string): Promise<number> {
  return (await client.call('GET', path)).status
}

async function patch(client: Client, path: string, body: unknown): Promise<number> {
  return (await client.call('PATCH', path, body)).status
}

function now(): string {
  return new Date().toISOString()
}

async function orderSteps(client: Client, entry: number): Promise<number> {
  const { text } = await client.call('GET', `experiments/${entry}/steps`)
  const ids = (JSON.parse(text) as { id: number }[]).map(({ id }) => id)
  return patch(client, `experiments/${entry}/steps`, { ordering: ids.reverse() })
}

function formFields(count: number, length: number): string[] {
  return Array.from({ length: count }, () => many('word ', length))
}

async function sendForm(client: Client, entry: number, fields: readonly string[]): Promise<number> {
  const parts = fields.map((value, n) => `--x\r\ncontent-disposition: form-data; name="f${n}"\r\n\r\n${value}\r\n`)
  const file = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nwords\r\n--x--\r\n'
  const body = Buffer.from(parts.join('') + file)
  const type = 'multipart/form-data; boundary=x'
  return (await client.call('POST', `experiments/${entry}/uploads`, body, { 'content-type': type })).status
}
