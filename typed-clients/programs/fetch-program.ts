import assert from 'node:assert/strict'
import createClient from 'openapi-fetch'
import type { paths } from './schema.js'

/** The same with the types of openapi-typescript. */
const [, , baseUrl = '', key = ''] = process.argv
const client = createClient<paths>({ baseUrl, headers: { Authorization: key } })

const made = await client.POST('/experiments', { body: { title: 'Crystals', tags: ['salt'] } })
const id = Number(made.response.headers.get('location')?.split('/').pop())
const path = { entity_type: 'experiments', id } as const

const { data: read } = await client.GET('/experiments/{id}', { params: { path: { id } } })
assert.equal(read?.title.toUpperCase(), 'CRYSTALS')

const { data: listed } = await client.GET('/experiments', { params: { query: { limit: 10, scope: 1 } } })
assert.equal(listed?.[0]?.title, 'Crystals')

const { data: changed } = await client.PATCH('/experiments/{id}', {
  params: { path: { id } },
  body: { title: 'Salts' },
})
assert.equal(changed?.title, 'Salts')
const { data: pinned } = await client.PATCH('/experiments/{id}', { params: { path: { id } }, body: { action: 'pin' } })
assert.equal(pinned?.is_pinned, 1)

const uploaded = await client.POST('/{entity_type}/{id}/uploads', {
  params: { path },
  body: { file: 'lanes', comment: 'Lane 3' },
  bodySerializer: ({ file, comment = '' }) => {
    const form = new FormData()
    form.append('file', new Blob([file]), 'gel.txt')
    form.append('comment', comment)
    return form
  },
})
const subid = Number(uploaded.response.headers.get('location')?.split('/').pop())
const { data: file } = await client.GET('/{entity_type}/{id}/uploads/{subid}', { params: { path: { ...path, subid } } })
assert.equal(file?.real_name, 'gel.txt')
const { data: content } = await client.GET('/{entity_type}/{id}/uploads/{subid}/download', {
  params: { path: { ...path, subid } },
  parseAs: 'text',
})
assert.equal(content, 'lanes')

await client.POST('/{entity_type}/{id}/tags', { params: { path }, body: { tag: 'cold' } })
const { data: tags } = await client.GET('/{entity_type}/{id}/tags', { params: { path } })
assert.equal(tags?.[0]?.tag, 'cold')
await client.POST('/{entity_type}/{id}/comments', { params: { path }, body: { comment: 'Yield is low' } })
const { data: comments } = await client.GET('/{entity_type}/{id}/comments', { params: { path } })
assert.equal(comments?.[0]?.comment, 'Yield is low')

const { data: table } = await client.GET('/{entity_type}/{id}/download/csv', { params: { path }, parseAs: 'text' })
assert.match(table ?? '', /Salts/)

const { data: info } = await client.GET('/info')
assert.equal(info?.elabftw_version, '5.6.12')
const { data: me } = await client.GET('/users/{id}', { params: { path: { id: 'me' } } })
assert.equal(me?.is_admin, 0)
const { error } = await client.GET('/experiments/{id}', { params: { path: { id: 999_999 } } })
assert.equal(error?.code, 404)
console.log('done')
