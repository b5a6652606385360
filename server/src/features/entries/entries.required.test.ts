import type { Entity } from '@aliquot/contract/entities'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { verify } from '../../verify/verify.ts'

const FIELDS = {
  extra_fields: {
    Batch: { type: 'text', value: '', required: true },
    Checked: { type: 'checkbox', value: '', required: true },
    Strains: { type: 'select', allow_multi_values: true, options: ['wt', 'ko'], value: ['', ''], required: true },
    Lines: { type: 'select', allow_multi_values: true, options: ['a', 'b'], value: [], required: true },
    Blank: { type: 'text', value: '  \t', required: true },
    Count: { type: 'number', value: 0, required: true },
    Note: { type: 'text', value: '' },
    Odd: 'no field at all',
  },
}
const MISSING = 'Required fields must be filled in first: Batch, Checked, Strains, Lines, Blank'

test.each([
  ['experiments', 'experiments_templates'],
  ['items', 'items_types'],
])(
  'a team that wants it: required fields of %s are filled in before they are finished, and stay so',
  async (type, kind) => {
    const { ctx, as, given } = await testApp()
    const admin = await given.user({ isAdmin: true })
    const ada = await given.user()
    const labels = type === 'items' ? 'items_status' : 'experiments_status'
    const status = (await as(admin).post(`teams/current/${labels}`, { name: 'Done' })).id
    const set = (value: number) => as(admin).patch('teams/current', { enforce_required_fields: value })
    expect(await set(1)).toMatchObject({ status: 200, body: { enforce_required_fields: 1 } })

    // Templates have empty fields, and new entries start with them, even with the status of their template.
    const template = (await as(ada).post(kind, { metadata: FIELDS, status })).id
    for (const step of [{ status: null }, { status }, { action: 'lock' }, { action: 'lock' }]) {
      expect(await as(ada).patch(`${kind}/${template}`, step)).toMatchObject({ status: 200 })
    }
    const { id } = await as(ada).post(type, { template })
    const path = `${type}/${id}`
    const patch = (body: unknown) => as(ada).patch<Entity>(path, body)
    expect(await patch({ status: null, title: 'Begun', rating: 3 })).toMatchObject({ status: 200 })

    const before = (await as(ada).get(path)).body
    // Fields can be removed or made optional one at a time, whatever remains.
    const { Batch, Count, ...others } = FIELDS.extra_fields
    const freeing = [
      ...[null, '', {}, '{}', { extra_fields: {} }, { elabftw: {} }],
      { extra_fields: { Note: FIELDS.extra_fields.Note } },
      { extra_fields: { New: { type: 'text', value: 'n', required: true } } },
      { extra_fields: others },
      { extra_fields: { ...others, Count: { ...Count, required: false } } },
      { extra_fields: { ...others, Batch: 'no field any more', Count: { ...Count, required: 0 } } },
    ]
    const atOnce = {
      status: 422,
      body: { message: expect.stringMatching(/^Required fields are removed or made optional one at a time: Batch, C/) },
    }
    for (const metadata of freeing) {
      expect(await patch({ metadata }), JSON.stringify(metadata)).toMatchObject(atOnce)
      expect(await patch({ metadata, status }), JSON.stringify(metadata)).toMatchObject(atOnce)
    }
    const finishing = [
      { status },
      { action: 'lock' },
      { action: 'forcelock' },
      { action: 'archive' },
      { state: 2 },
      { status, title: 'All or nothing' },
    ]
    for (const body of finishing) {
      expect(await patch(body), JSON.stringify(body)).toMatchObject({ status: 422, body: { message: MISSING } })
    }
    expect((await as(ada).get(path)).body).toEqual(before)
    // Pinning, duplicating, deleting and restoring do not finish an entry.
    for (const body of [{ action: 'pin' }, { action: 'destroy' }, { action: 'restore' }]) {
      expect(await patch(body), JSON.stringify(body)).toMatchObject({ status: 200 })
    }
    expect(await as(ada).post(path, { action: 'duplicate' })).toMatchObject({ status: 201 })

    // The missing fields are named; one request can fill them in and finish the entry.
    await patch({ action: 'updatemetadatafield', Checked: 'on', Strains: ['wt'], Lines: ['a'], Blank: 'x' })
    expect(await patch({ action: 'lock' })).toMatchObject({
      status: 422,
      body: { message: 'Required fields must be filled in first: Batch' },
    })
    const whole = { metadatamerge: { extra_fields: { Batch: { value: 'B-17' } } }, status }
    expect(await patch(whole)).toMatchObject({ status: 200, body: { status } })

    const { metadata_decoded } = (await as(ada).get<Entity>(path)).body
    const fields = (metadata_decoded as typeof FIELDS).extra_fields
    const emptying = [
      ['Batch', { action: 'updatemetadatafield', Batch: '' }],
      ['Checked', { action: 'updatemetadatafield', Checked: 'off' }],
      ['Strains', { action: 'updatemetadatafield', Strains: [] }],
      ['Batch', { metadatamerge: { extra_fields: { Batch: { value: ' ' } } } }],
      ['Strains', { metadatamerge: { extra_fields: { Strains: { value: [] } } } }],
      ['Batch', { metadata: { extra_fields: { ...fields, Batch: { required: true } } }, title: 'All or nothing' }],
      ['Batch', { metadata: JSON.stringify({ extra_fields: { ...fields, Batch: { required: true, value: null } } }) }],
    ] as const
    for (const [name, body] of emptying) {
      const message = `${name}: is required and cannot be emptied`
      expect(await patch(body), JSON.stringify(body)).toMatchObject({ status: 422, body: { message } })
    }
    expect(await patch({ metadata: null })).toMatchObject(atOnce)
    expect((await as(ada).get<Entity>(path)).body.metadata_decoded).toEqual(metadata_decoded)
    expect(await patch({ action: 'updatemetadatafield', Note: 'n', Batch: 'B-18' })).toMatchObject({ status: 200 })
    expect(await patch({ action: 'updatemetadatafield', Note: '' })).toMatchObject({ status: 200 })
    // A writer can change the field definitions, and a new field starts empty.
    const asked = { ...fields, Batch: { type: 'text', value: '' }, New: { type: 'text', required: true } }
    expect(await patch({ metadata: { extra_fields: asked } })).toMatchObject({ status: 200 })
    expect(await patch({ action: 'lock' })).toMatchObject({ status: 422 })

    // The last required field can go like the others, together with any number of optional ones.
    const last = await as(ada).post(type, { metadata: { extra_fields: { Batch, Count, Note: asked.Note } } })
    const lastly = (metadata: unknown) => as(ada).patch(`${type}/${last.id}`, { metadata })
    expect(await lastly({ extra_fields: { Batch } })).toMatchObject({ status: 200 })
    expect(await lastly(null)).toMatchObject({ status: 200, body: { metadata: null } })

    // Without the setting `required` is only a hint.
    await set(0)
    for (const body of [{ action: 'updatemetadatafield', Checked: '' }, { action: 'archive' }]) {
      expect(await patch(body), JSON.stringify(body)).toMatchObject({ status: 200 })
    }
    // An archived entry can be unarchived as it is.
    await set(1)
    expect(await patch({ action: 'unarchive' })).toMatchObject({ status: 200 })
    expect(await as(ada).patch('teams/current', { enforce_required_fields: 0 })).toMatchObject({ status: 403 })
    expect((await verify(ctx.db)).findings).toEqual([])
  },
)
