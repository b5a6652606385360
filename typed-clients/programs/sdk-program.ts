import assert from 'node:assert/strict'
import { createClient } from './sdk/client/index.js'
import * as api from './sdk/sdk.gen.js'

/** A day in the lab with a client made by @hey-api/openapi-ts. There is no cast in it: the document has real types. */
const [, , baseUrl = '', key = ''] = process.argv
const client = createClient({ baseUrl, headers: { Authorization: key } })
const entity_type = 'experiments'

function idOf({ response }: { response?: Response }): number {
  return Number(response?.headers.get('location')?.split('/').pop())
}

const made = await api.postExperiment({ client, body: { title: 'Crystals', rating: 3, tags: ['salt'] } })
const id = idOf(made)
const path = { entity_type, id } as const

const { data: read } = await api.readExperiment({ client, path: { id } })
assert.equal(read?.title.toUpperCase(), 'CRYSTALS')
assert.equal(read?.rating, 3)

const { data: listed } = await api.readExperiments({ client, query: { limit: 10, scope: 1, 'tags[]': ['salt'] } })
assert.deepEqual(
  listed?.map((row) => row.title),
  ['Crystals'],
)

const canread = { teams: [], teamgroups: [], users: [] }
const change = { title: 'Salts', date: '2026-03-02', canread, canread_base: 30, metadata: { a: 1 } } as const
const { data: changed } = await api.patchExperiment({ client, path: { id }, body: change })
assert.equal(changed?.title, 'Salts')
const { data: locked } = await api.patchExperiment({ client, path: { id }, body: { action: 'lock' } })
assert.equal(locked?.locked, 1)
await api.patchExperiment({ client, path: { id }, body: { action: 'lock' } })

const file = new File(['lanes'], 'gel.txt')
const upload = idOf(await api.postEntityUploads({ client, path, body: { file, comment: 'Lane 3' } }))
const { data: files } = await api.readEntityUploads({ client, path })
assert.equal(files?.[0]?.real_name, 'gel.txt')
const content = await api.downloadEntityUpload({ client, path: { ...path, subid: upload }, parseAs: 'blob' })
assert.equal(await content.data?.text(), 'lanes')
const fromText = { file_type: 'json', real_name: 'run', content: '{}' } as const
assert.ok(idOf(await api.postEntityUploadFromText({ client, path, body: fromText })) > upload)

const tag = idOf(await api.postEntityTags({ client, path, body: { tag: 'cold' } }))
const { data: tags } = await api.readEntityTags({ client, path })
assert.deepEqual(
  tags?.map((row) => row.tag),
  ['cold', 'salt'],
)
await api.deleteEntityTag({ client, path: { ...path, subid: tag } })

await api.postEntityComments({ client, path, body: { comment: 'Yield is low' } })
const { data: comments } = await api.readEntityComments({ client, path })
assert.equal(comments?.[0]?.comment, 'Yield is low')

const csv = await api.downloadEntitiesCsv({ client, path: { entity_type }, query: { scope: 1 }, parseAs: 'text' })
assert.match(String(csv.data), /Salts/)
const zip = await api.downloadEntityZip({ client, path, query: { changelog: 1 }, parseAs: 'blob' })
assert.ok((zip.data?.size ?? 0) > 100)

const resource = idOf(
  await api.postItem({ client, body: { title: 'Lamp', is_bookable: 1, booking_hourly_rate_tax: '12.50' } }),
)
const { data: lamp } = await api.readItem({ client, path: { id: resource } })
assert.equal(lamp?.is_bookable, 1)

const { data: info } = await api.getInfo({ client })
assert.equal(info?.elabftw_version_int, 50612)
const refused = await api.readExperiment({ client, path: { id: 999_999 } })
assert.equal(refused.error?.code, 404)
console.log('done')
