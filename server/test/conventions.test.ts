import { endpoint } from '@aliquot/contract/endpoint'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Feature } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { digestDatabase } from './digest.ts'
import { type Prepared, prepare, type Reply, sharedApp, type TestApp, type TestUser, testApp } from './harness.ts'
import { listen, sendRaw } from './raw-request.ts'

/** One test per row of the tables of conventions, named after it. */

interface Lab extends Pick<TestApp, 'app' | 'ctx' | 'as' | 'given'> {
  ada: TestUser
  /** A member of another team. */
  ben: TestUser
  /** An experiment that only Ada can read. */
  id: number
}

type Furniture = Pick<Lab, 'ada' | 'ben' | 'id'>
let prepared: Promise<Prepared<Furniture>> | undefined

async function lab(env: Record<string, string> = {}, more: readonly Feature[] = []): Promise<Lab> {
  prepared ??= prepare(furnish)
  const { from, made } = await prepared
  const { app, ctx, as, given } = await testApp(env, { more, from })
  return { app, ctx, as, given, ...made }
}

const shared = sharedApp()
let furnished: Promise<Furniture> | undefined

/** For rows whose requests are refused or leave nothing that others would notice. */
async function sharedLab(): Promise<Lab> {
  const test = await shared()
  furnished ??= furnish(test)
  const { app, ctx, as, given } = test
  return { app, ctx, as, given, ...(await furnished) }
}

async function furnish({ given }: TestApp): Promise<Furniture> {
  const ada = await given.user()
  const ben = await given.user({ team: await given.team() })
  const id = await given.experiment(ada, { title: 'Secret crystals', canread_base: 10, canwrite_base: 10 })
  return { ada, ben, id }
}

function refusal(status: number, message: RegExp = /./) {
  return {
    status,
    body: { code: status, message: expect.stringMatching(message), description: expect.any(String) },
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': expect.stringMatching(/^[0-9a-f]{8}-[0-9a-z]+$/),
    },
  }
}

/** Runs requests that must be refused, and checks that nothing has changed. */
async function refusedWithoutTrace(ctx: TestApp['ctx'], run: () => Promise<void>): Promise<void> {
  const before = await digestDatabase(ctx)
  await run()
  expect(await digestDatabase(ctx)).toEqual(before)
}

/** What does not involve the database is tried once. */
const onPostgres = process.env.TEST_ENGINE === 'postgres'

describe('statuses', () => {
  test('read-only key, any verb but GET, HEAD, OPTIONS: 403, nothing changed', async () => {
    const { ctx, as, given, ada, id } = await lab()
    const key = await given.key(ada, false)
    for (const verb of ['GET', 'HEAD', 'OPTIONS']) {
      expect(await as(key).send(verb, `experiments/${id}`)).toMatchObject({ status: 200 })
    }
    await refusedWithoutTrace(ctx, async () => {
      for (const verb of ['POST', 'PATCH', 'DELETE']) {
        for (const path of [`experiments/${id}`, 'experiments', 'apikeys', 'nonsense', `experiments/${id}/nonsense`]) {
          expect(await as(key).send(verb, path, {})).toMatchObject(refusal(403, /read-only/))
        }
      }
    })
  })

  test('"unprocessable": 422, body code 422', async () => {
    const { ctx, as, ada, id } = await lab()
    await as(ada).delete(`experiments/${id}`)
    await refusedWithoutTrace(ctx, async () => {
      expect(await as(ada).patch(`experiments/${id}`, { title: 'x' })).toMatchObject(refusal(422))
    })
    await as(ada).patch(`experiments/${id}`, { action: 'restore' })
    await refusedWithoutTrace(ctx, async () => {
      expect(await as(ada).patch(`experiments/${id}`, { category: 999_999 })).toMatchObject(refusal(422, /category/))
    })
  })

  test.each([
    ['an object as title', { title: { a: 1 } }, /^title/],
    ['a list as date', { date: ['2026-01-01'] }, /^date/],
    ['a date that no calendar has', { date: '2026-02-31' }, /^date/],
    ['NUL in a text', { title: 'a\u0000b' }, /^title/],
    ['half a character', '{"title": "\\ud800"}', /^title/],
    ['a number the database cannot hold', { custom_id: 99_999_999_999 }, /^custom_id/],
    ['a number as body of the request', '5', /^body/],
    ['a text as body of the request', '"x"', /^body/],
    ['null as body of the request', 'null', /^body/],
    ['a list as body of the request', '[1]', /^body/],
  ])(
    'wrong JSON type or a value the database would refuse (%s): 400 with the name of the field',
    async (_, body, message) => {
      const { ctx, as, ada, id } = await sharedLab()
      await refusedWithoutTrace(ctx, async () => {
        expect(await as(ada).patch(`experiments/${id}`, body)).toMatchObject(refusal(400, message))
      })
    },
  )

  test.each([
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
    'application/json ;x=y',
  ])('Content-Type %s: accepted', async (type) => {
    const { as, ada } = await sharedLab()
    expect(await as(ada).post('experiments', { title: 'x' }, { 'content-type': type })).toMatchObject({ status: 201 })
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    '',
    'json',
    '*/*',
  ])('missing or other Content-Type on POST and PATCH ("%s"): 400', async (type) => {
    const { ctx, as, ada, id } = await sharedLab()
    await refusedWithoutTrace(ctx, async () => {
      const headers = { 'content-type': type }
      expect(await as(ada).post('experiments', { title: 'x' }, headers)).toMatchObject(refusal(400, /^Content-Type/))
      expect(await as(ada).patch(`experiments/${id}`, { title: 'x' }, headers)).toMatchObject(
        refusal(400, /^Content-Type/),
      )
      expect(await as(ada).post('experiments', undefined, headers)).toMatchObject(refusal(400, /^Content-Type/))
    })
  })

  test('Content-Type absent on POST without a body: 400', async () => {
    const { app, ada } = await lab()
    const reply = await app.inject({ method: 'POST', url: '/api/v2/experiments', headers: { authorization: ada.key } })
    expect([reply.statusCode, reply.json().message]).toEqual([400, 'Content-Type: must be application/json'])
  })

  test.each(['abc', '-1', '12abc', '1.5', '1e3', '%20', '0x1', '١', '1%00'])(
    'id segment that is no positive integer (%s): 400',
    async (segment) => {
      const { as, ada } = await sharedLab()
      for (const path of [
        `experiments/${segment}`,
        `experiments/${segment}/comments`,
        `apikeys/${segment}`,
        `experiments/1/comments/${segment}`,
      ]) {
        expect(await as(ada).get(path)).toMatchObject(refusal(400, /integer/))
      }
    },
  )

  const unknownIds = [0, 999_999, 2_147_483_648, '9'.repeat(18), '9'.repeat(300)]
  test.each(unknownIds)('id %s that no record has: 404', async (unknown) => {
    const { as, ada, id } = await sharedLab()
    expect(await as(ada).get(`experiments/${unknown}`)).toMatchObject(refusal(404))
    expect(await as(ada).get(`experiments/${id}/comments/${unknown}`)).toMatchObject(refusal(404))
  })

  test.each(['PUT', 'TRACE', 'PROPFIND', 'QUERY', 'LINK', 'M-SEARCH'])(
    'verb that the API never uses (%s): 405 with Allow, also without credentials',
    async (verb) => {
      const { as, ada, ctx, id } = await sharedLab()
      await refusedWithoutTrace(ctx, async () => {
        for (const path of ['experiments', `experiments/${id}`, 'nonsense', '/']) {
          for (const who of [ada, undefined]) {
            const reply = await as(who).send(verb, path, {})
            expect(reply).toMatchObject(refusal(405))
            expect(reply.headers.allow).toBe('GET, HEAD, POST, PATCH, DELETE, OPTIONS')
          }
        }
      })
    },
  )

  test.each([
    ['PATCH', 'apikeys/4'],
    ['POST', 'info'],
    ['PATCH', 'info'],
    ['DELETE', 'info'],
    ['DELETE', 'apikeys'],
    ['DELETE', 'users'],
    ['POST', 'users/me'],
    ['PATCH', 'teams'],
  ])('verb of the API that this resource lacks (%s %s): 400', async (verb, path) => {
    const { ctx, as, ada } = await sharedLab()
    await refusedWithoutTrace(ctx, async () => {
      expect(await as(ada).send(verb, path, {})).toMatchObject(refusal(400, /not available/))
    })
  })

  test('HEAD: as GET, no body', async () => {
    const { as, ada, id } = await lab()
    for (const path of [
      'info',
      'experiments',
      'experiments?limit=1',
      `experiments/${id}`,
      `experiments/${id}/comments`,
      'apikeys',
    ]) {
      const [got, head] = [await as(ada).get(path), await as(ada).send('HEAD', path)]
      expect(head).toMatchObject({ status: 200, body: '' })
      for (const name of ['content-type', 'etag', 'x-total-count', 'link']) {
        expect.soft(head.headers[name], `${path} ${name}`).toBe(got.headers[name])
      }
    }
    expect(await as(ada).send('HEAD', 'experiments/999999')).toMatchObject({ status: 404, body: '' })
    expect(await as(undefined).send('HEAD', 'info')).toMatchObject({ status: 401, body: '' })
  })

  test.each(['nonsense', 'Experiments', '__proto__', 'constructor', 'items2', `${'x'.repeat(500)}`, ''])(
    'unknown endpoint under /api/v2/ ("%s"): 400, JSON error that lists what exists',
    async (name) => {
      const { as, ada } = await sharedLab()
      for (const verb of ['GET', 'POST', 'PATCH', 'DELETE']) {
        const reply = await as(ada).send<{ description: string }>(verb, `/api/v2/${name}`, {})
        expect(reply).toMatchObject(refusal(400, /Unknown endpoint/))
        expect(reply.body.description).toMatch(/apikeys.*experiments.*info.*teams.*users/)
      }
      expect(await as(undefined).get(`/api/v2/${name}`)).toMatchObject(refusal(401))
    },
  )

  test('unknown submodel: 400, JSON error that lists what exists', async () => {
    const { as, ada, id } = await lab()
    for (const path of [
      `experiments/${id}/nonsense`,
      `experiments/${id}/nonsense/3`,
      `experiments/${id}/constructor`,
    ]) {
      const reply = await as(ada).get<{ description: string }>(path)
      expect(reply).toMatchObject(refusal(400, /Unknown submodel/))
      expect(reply.body.description).toMatch(/comments.*tags/)
    }
    expect(await as(ada).get('apikeys/3/foo')).toMatchObject(refusal(400))
    expect(await as(ada).get(`experiments/${id}/comments/1/2/3`)).toMatchObject(refusal(400))
  })

  test('entry exists but may not be read: 403, and nothing of its content in the answer', async () => {
    const { ctx, as, ben, id } = await lab()
    await refusedWithoutTrace(ctx, async () => {
      for (const [verb, path] of [
        ['GET', ''],
        ['PATCH', ''],
        ['DELETE', ''],
        ['POST', ''],
        ['GET', '/comments'],
        ['POST', '/comments'],
        ['PATCH', '/comments/1'],
        ['GET', '/tags'],
        ['POST', '/tags'],
        ['GET', '/nonsense'],
      ] as const) {
        const reply = await as(ben).send(verb, `experiments/${id}${path}`, { comment: 'x', tag: 'x' })
        expect.soft(reply, `${verb} ${path}`).toMatchObject(refusal(403))
        expect.soft(JSON.stringify(reply)).not.toMatch(/secret|crystals/i)
      }
    })
  })

  test("PATCH or DELETE of someone else's comment: 403, nothing changed", async () => {
    const { ctx, as, given, ada } = await lab()
    const id = await given.experiment(ada, { canread_base: 30 })
    const { id: comment } = await as(ada).post(`experiments/${id}/comments`, { comment: 'mine' })
    const eve = await given.user()
    await refusedWithoutTrace(ctx, async () => {
      expect(await as(eve).patch(`experiments/${id}/comments/${comment}`, { comment: 'x' })).toMatchObject(refusal(403))
      expect(await as(eve).delete(`experiments/${id}/comments/${comment}`)).toMatchObject(refusal(403))
    })
  })

  test("API keys by id: unknown ones are deleted with 204, another user's with 403; one record is read", async () => {
    const { ctx, as, ada, ben } = await lab()
    const [mine, other] = [Number.parseInt(ada.key, 10), Number.parseInt(ben.key, 10)]
    await refusedWithoutTrace(ctx, async () => {
      expect(await as(ada).delete('apikeys/999999')).toMatchObject({ status: 204, body: '' })
      expect(await as(ada).delete(`apikeys/${other}`)).toMatchObject(refusal(403))
    })
    expect(await as(ada).get(`apikeys/${mine}`)).toMatchObject({ status: 200, body: { id: mine } })
    expect(await as(ada).get(`apikeys/${other}`)).toMatchObject(refusal(403))
    expect(await as(ada).get('apikeys/999999')).toMatchObject(refusal(404))
  })

  test('PATCH with several attributes is atomic: all or none', async () => {
    const { ctx, as, ada, id } = await lab()
    await refusedWithoutTrace(ctx, async () => {
      expect(await as(ada).patch(`experiments/${id}`, { title: 'new', rating: 3, date: 'never' })).toMatchObject(
        refusal(400),
      )
      expect(await as(ada).patch(`experiments/${id}`, { title: 'new', status: 999_999 })).toMatchObject(refusal(422))
    })
  })

  test('explicit "action": "update" on PATCH: accepted', async () => {
    const { as, ada, id } = await lab()
    const reply = await as(ada).patch(`experiments/${id}`, { action: 'update', title: 'new' })
    expect(reply).toMatchObject({ status: 200, body: { title: 'new' } })
  })

  test('POST with an unknown action: 400', async () => {
    const { ctx, as, ada, id } = await lab()
    await refusedWithoutTrace(ctx, async () => {
      for (const path of [
        'experiments',
        `experiments/${id}`,
        `experiments/${id}/comments`,
        `experiments/${id}/tags`,
        'apikeys',
      ]) {
        const body = { action: 'explode', comment: 'x', tag: 'x' }
        expect.soft(await as(ada).post(path, body), path).toMatchObject(refusal(400, /action/))
      }
    })
  })

  test('too many requests: 429 with Retry-After, for each key and address by itself', async () => {
    const { as, given, ada, ben } = await lab({ RATE_LIMIT: '5' })
    const other = await given.key(ada)
    for (let n = 0; n < 5; n++) expect(await as(other).get('info')).toMatchObject({ status: 200 })
    const refused = await as(other).get('info')
    expect(refused).toMatchObject(refusal(429))
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await as(ben).get('info')).toMatchObject({ status: 200 })
    // Without a valid credential the limit counts by address, whichever keys it tries.
    for (let n = 0; n < 5; n++)
      expect(await as(`${n + 900}-${'0'.repeat(64)}`).get('info')).toMatchObject({ status: 401 })
    expect(await as(undefined).get('info')).toMatchObject(refusal(429))
    expect(await as(ben).get('info')).toMatchObject({ status: 200 })
  })

  test('body too large: 413', async () => {
    const { ctx, as, ada } = await lab()
    await refusedWithoutTrace(ctx, async () => {
      const body = JSON.stringify({ title: 'x'.repeat(8 * 1024 * 1024) })
      const reply = await as(ada).post('experiments', body)
      expect(reply).toMatchObject(refusal(413))
      expect(reply.body).toMatchObject({ message: 'body: is larger than the limit of 8 MiB' })
    })
  })

  test('a stranger may send less: 413', async () => {
    const { as } = await lab()
    const form = (password: string) => JSON.stringify({ email: 'ada@example.org', password })
    for (const path of ['session', 'setup']) {
      const reply = await as(undefined).post(path, form('x'.repeat(64 * 1024)))
      expect(reply).toMatchObject(refusal(413))
      expect(reply.body).toMatchObject({ message: 'body: is larger than the limit of 64 KiB' })
    }
    expect(await as(undefined).post('session', form('x'.repeat(500)))).toMatchObject({ status: 401 })
  })

  test.each([
    ['disk full', Object.assign(new Error('database or disk is full'), { errcode: 13 })],
    ['read error', Object.assign(new Error('disk I/O error'), { errcode: 10 })],
    ['database down', Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' })],
    ['database stopping', Object.assign(new Error('terminating connection'), { code: '57P01' })],
  ])('storage full or database down (%s): 503 with Retry-After, without internals', async (_, error) => {
    const { as, ada } = await lab({}, [failingWith(error)])
    const reply = await as(ada).get('broken')
    expect(reply).toMatchObject(refusal(503))
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    expect(JSON.stringify(reply)).not.toContain(error.message)
  })

  test('a bug of ours: 500, fixed text and a request id', async () => {
    const { as, ada } = await lab({}, [failingWith(new TypeError('secret of /srv/aliquot is undefined'))])
    const reply = await as(ada).get<{ description: string }>('broken')
    expect(reply).toMatchObject(refusal(500, /^Something went wrong on our side$/))
    expect(reply.body.description).toContain(reply.headers['x-request-id'])
    expect(JSON.stringify(reply)).not.toMatch(/secret|srv|TypeError|\.ts/)
  })
})

/** An endpoint that always fails. */
function failingWith(error: Error): Feature {
  const broken = endpoint({
    name: 'getBroken',
    method: 'GET',
    path: '/broken',
    summary: '',
    tag: { name: 'Test', about: '' },
    reply: z.object({}),
    status: 200,
    errors: [],
  })
  return (route) =>
    route(broken, async () => {
      throw error
    })
}

describe('habits of real programs', () => {
  test.each(['', '{}', '[]'])(
    '"%s" as body with Content-Type JSON on POST, PATCH, DELETE and GET: no attributes',
    async (body) => {
      const { as, ada, id } = await lab()
      const json = { 'content-type': 'application/json' }
      expect(await as(ada).post('experiments', body, json)).toMatchObject({ status: 201 })
      expect(await as(ada).post('apikeys', body, json)).toMatchObject({ status: 201 })
      expect(await as(ada).patch(`experiments/${id}`, body, json)).toMatchObject({ status: 200 })
      expect(await as(ada).send('GET', `experiments/${id}`, body, json)).toMatchObject({ status: 200 })
      expect(await as(ada).delete(`experiments/${id}`, body, json)).toMatchObject({ status: 204 })
    },
  )

  test.each([{ accept: 'text/html' }, { accept: 'application/pdf' }, { accept: 'nonsense' }, {}])(
    'Accept %j: never 406',
    async (headers) => {
      const { as, ada } = await sharedLab()
      const reply = await as(ada).get('info', headers as Record<string, string>)
      expect(reply).toMatchObject({ status: 200, headers: { 'content-type': 'application/json; charset=utf-8' } })
    },
  )

  test('trailing and doubled slashes route', async () => {
    const { as, ada, id } = await lab()
    for (const path of [
      '/api/v2/info/',
      '/api/v2//info',
      '/api//v2/info',
      `/api/v2/experiments//${id}/`,
      `/api/v2/experiments/${id}/comments/`,
      '/api/v2/experiments/?limit=1',
    ]) {
      expect.soft((await as(ada).get(path)).status, path).toBe(200)
    }
    expect(await as(ada).send('POST', '/api/v2/experiments/', {})).toMatchObject({ status: 201 })
  })

  test('users/me and teams/current wherever an id stands', async () => {
    const { as, ada, ben } = await lab()
    expect(await as(ada).get('users/me')).toMatchObject({ status: 200, body: { userid: ada.id } })
    expect(await as(ben).get('teams/current')).toMatchObject({ status: 200, body: { id: ben.team } })
    expect(await as(ben).get('teams/me')).toMatchObject({ status: (await as(ben).get(`teams/${ben.id}`)).status })
    const entry = await as(ada).get(`experiments/${ada.id}`)
    expect((await as(ada).get('experiments/me')).status).toBe(entry.status)
  })

  test('limit and offset on every list; paging ends at a page shorter than limit', async () => {
    const { as, given, ada } = await lab()
    const id = await given.experiment(ada, { tags: ['a', 'b', 'c'] })
    await given.experiment(ada)
    for (const text of ['a', 'b', 'c']) await as(ada).post(`experiments/${id}/comments`, { comment: text })
    await given.key(ada)
    await given.key(ada)
    for (const path of ['experiments', 'apikeys', `experiments/${id}/comments`, `experiments/${id}/tags`]) {
      const all = await as(ada).get<object[]>(path)
      expect(all.body).toHaveLength(3)
      expect((await as(ada).get(`${path}?limit=9999`)).body).toEqual(all.body)
      const first = await as(ada).get<object[]>(`${path}?limit=2`)
      const second = await as(ada).get<object[]>(`${path}?limit=2&offset=2`)
      expect([...first.body, ...second.body]).toEqual(all.body)
      expect(first.headers).toMatchObject({ 'x-total-count': '3', link: expect.stringContaining('rel="next"') })
      expect(second.body).toHaveLength(1)
      expect(second.headers.link).not.toContain('next')
      expect((await as(ada).get<object[]>(`${path}?limit=1&limit=2`)).body).toHaveLength(2)
      for (const beyond of [99, 2_147_483_648, '9'.repeat(30)]) {
        expect((await as(ada).get<object[]>(`${path}?limit=2&offset=${beyond}`)).body).toEqual([])
      }
    }
  })

  test('unknown query parameters: ignored', async () => {
    const { as, ada, id } = await lab()
    for (const path of ['info', 'experiments', `experiments/${id}`, 'apikeys']) {
      expect.soft((await as(ada).get(`${path}?nonsense=1&__proto__=x&a[b]=c&%zz=%zz&&&=`)).status, path).toBe(200)
    }
  })

  test('Location is the address the client used, and works as the next URL', async () => {
    const { as, ada } = await lab()
    const reply = await as(ada).post('experiments', {}, { host: 'notebook.lab.example:8443' })
    expect(reply.headers.location).toBe(`http://notebook.lab.example:8443/api/v2/experiments/${reply.id}`)
    expect(await as(ada).get(reply.path ?? '')).toMatchObject({ status: 200, body: { id: reply.id } })
  })

  test('Location is built from BASE_URL when that is set, whatever a proxy calls us', async () => {
    const { as, ada } = await lab({ BASE_URL: 'https://notebook.example.org/' })
    const reply = await as(ada).post('experiments', {}, { host: 'internal:4280' })
    expect(reply.headers.location).toBe(`https://notebook.example.org/api/v2/experiments/${reply.id}`)
  })

  test.each(['a b', 'a/b', 'a"b', '<script>', 'a\\b', 'x:99999999', '@', 'a?b', 'a,b'])(
    'a forged Host (%s): 400, and nothing is created',
    async (host) => {
      const { ctx, as, ada } = await sharedLab()
      await refusedWithoutTrace(ctx, async () => {
        expect(await as(ada).post('experiments', {}, { host })).toMatchObject(refusal(400, /^Host/))
      })
    },
  )

  test('X-Forwarded-* of a stranger is ignored, of a trusted proxy believed', async () => {
    const forwarded = {
      'x-forwarded-host': 'notebook.example.org',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '10.9.8.7',
    }
    const plain = await lab()
    const ignored = await plain.as(plain.ada).post('experiments', {}, forwarded)
    expect(ignored.headers.location).toMatch(/^http:\/\/localhost/)
    expect(ignored.headers['strict-transport-security']).toBeUndefined()
    const proxied = await lab({ TRUST_PROXY: '127.0.0.1' })
    const believed = await proxied.as(proxied.ada).post('experiments', {}, forwarded)
    expect(believed.headers.location).toMatch(/^https:\/\/notebook\.example\.org\/api/)
    expect(believed.headers['strict-transport-security']).toMatch(/max-age=\d+/)
  })

  test('a trusted proxy that is no address stops the start with a line that names the setting', () => {
    for (const TRUST_PROXY of ['nonsense', '10.0.0.0/33', '10.0.0.1/8/8', '10.0.0.1, proxy.example', '1.2.3.4/x']) {
      expect(() => readConfig({ TRUST_PROXY }), TRUST_PROXY).toThrow(/^TRUST_PROXY: must name IP addresses/)
    }
    const TRUST_PROXY = '127.0.0.1, 10.0.0.0/8, fd00::/8, ::1, loopback'
    expect(readConfig({ TRUST_PROXY }).TRUST_PROXY).toHaveLength(5)
  })

  test('text sent as body and read back: byte-identical when it needs no cleaning', async () => {
    const { as, ada, id } = await lab()
    const text = '<p>µ → 10⁻³ 𝛽 “quoted” 日本語</p>\n<p>second</p>'
    await as(ada).patch(`experiments/${id}`, { body: text })
    expect((await as(ada).get<{ body: string }>(`experiments/${id}`)).body.body).toBe(text)
  })

  test('JSON is application/json; charset=utf-8, nothing else', async () => {
    const { as, ada, id } = await lab()
    for (const path of ['info', 'experiments', `experiments/${id}`, 'apikeys', 'nonsense']) {
      expect((await as(ada).get(path)).headers['content-type']).toBe('application/json; charset=utf-8')
    }
  })

  test('/info gives the API level that we speak and our own version', async () => {
    const { as, ada } = await lab()
    expect((await as(ada).get('info')).body).toMatchObject({
      elabftw_version: '5.6.12',
      elabftw_version_int: 50_612,
      aliquot_version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    })
  })

  test('browser programs on another origin: off by default', async () => {
    const { as, ada } = await lab()
    const reply = await as(ada).get('info', { origin: 'https://dashboard.example.org' })
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('browser programs on another origin: those on the list, with Location and our headers exposed', async () => {
    const { as, ada } = await lab({ CORS_ORIGINS: 'https://dashboard.example.org, https://other.example' })
    const origin = 'https://dashboard.example.org'
    const preflight = await as(undefined).send('OPTIONS', 'experiments', undefined, {
      origin,
      'access-control-request-method': 'PATCH',
    })
    expect(preflight).toMatchObject({
      status: 200,
      headers: {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': expect.stringContaining('PATCH'),
        'access-control-allow-headers': expect.stringMatching(/Authorization.*If-Match.*Idempotency-Key/),
        vary: 'Origin',
      },
    })
    const reply = await as(ada).post('experiments', {}, { origin })
    expect(reply.headers['access-control-expose-headers']).toMatch(/Location.*ETag.*X-Total-Count.*X-Request-Id/)
    for (const stranger of [
      'https://evil.example',
      'https://dashboard.example.org.evil.example',
      'null',
      'http://dashboard.example.org',
    ]) {
      const refused = await as(ada).get('info', { origin: stranger })
      expect(refused.headers['access-control-allow-origin']).toBeUndefined()
      expect(refused.headers.vary).toBe('Origin')
    }
  })

  test('API keys: Bearer is accepted, Basic ignored', async () => {
    const { as, ada } = await lab()
    expect(await as(`Bearer ${ada.key}`).get('info')).toMatchObject({ status: 200 })
    expect(await as(`Basic ${btoa('a:b')}`).get('info')).toMatchObject(refusal(401))
  })
})

describe.skipIf(onPostgres)('wrong paths', () => {
  test.each(['/api/v2', '/api/v2/'])('%s alone: 400 with the endpoints', async (path) => {
    const { as, ada } = await lab()
    const reply = await as(ada).get<{ description: string }>(path)
    expect(reply).toMatchObject(refusal(400))
    expect(reply.body.description).toContain('experiments')
  })

  test('PATCH or DELETE of an entity collection: 403', async () => {
    const { ctx, as, ada } = await lab()
    await refusedWithoutTrace(ctx, async () => {
      for (const path of ['experiments', 'experiments/']) {
        expect(await as(ada).patch(path, { title: 'x' })).toMatchObject(refusal(403))
        expect(await as(ada).delete(path)).toMatchObject(refusal(403))
      }
    })
  })

  test('PATCH or DELETE of a comment without its id: 404', async () => {
    const { ctx, as, ada, id } = await lab()
    await refusedWithoutTrace(ctx, async () => {
      expect(await as(ada).patch(`experiments/${id}/comments`, { comment: 'x' })).toMatchObject(refusal(404))
      expect(await as(ada).delete(`experiments/${id}/comments`)).toMatchObject(refusal(404))
    })
  })

  test('other versions of the API: v1 is gone, v3 does not exist', async () => {
    const { as, ada } = await lab()
    expect(await as(ada).get('/api/v1/experiments')).toMatchObject(refusal(410))
    expect(await as(ada).get('/api/v3/experiments')).toMatchObject(refusal(400))
  })

  test.each(['/api', '/api/nonsense', '/api/v2x', '/nonsense.php', '/../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd'])(
    '%s, outside the API: 404 with the error body',
    async (path) => {
      const { app } = await sharedLab()
      const reply = await app.inject({ method: 'GET', url: path })
      expect({ status: reply.statusCode, body: reply.json(), headers: reply.headers }).toMatchObject(refusal(404))
    },
  )

  test.each(['/api/v2/%zz', '/%zz', '/api/v2/experiments/%e0%a4%a'])('%s, badly encoded: 400', async (path) => {
    const { app } = await sharedLab()
    const reply = await app.inject({ method: 'GET', url: path })
    expect({ status: reply.statusCode, body: reply.json(), headers: reply.headers }).toMatchObject(refusal(400))
  })
})

describe('order of checks', () => {
  test('verb, then credentials, then read-only, then endpoint, then record, then submodel, then body', async () => {
    const { as, given, ada, ben, id } = await lab()
    const readOnly = await given.key(ada, false)
    const broken = '{"title": '
    expect(await as(undefined).send('PUT', 'nonsense', broken)).toMatchObject({ status: 405 })
    expect(await as(undefined).send('PATCH', 'nonsense', broken)).toMatchObject({ status: 401 })
    expect(await as(readOnly).send('PATCH', 'nonsense', broken)).toMatchObject({ status: 403 })
    expect(await as(ada).send('PATCH', 'nonsense/999', broken)).toMatchObject(refusal(400, /Unknown endpoint/))
    expect(await as(ada).send('PATCH', 'experiments/999', broken)).toMatchObject({ status: 404 })
    expect(await as(ada).send('GET', 'experiments/999/nonsense')).toMatchObject({ status: 404 })
    expect(await as(ben).send('PATCH', `experiments/${id}`, broken)).toMatchObject({ status: 403 })
    expect(await as(ben).send('POST', `experiments/${id}/comments`, broken)).toMatchObject({ status: 403 })
    expect(await as(ben).send('POST', `experiments/${id}/nonsense`, broken)).toMatchObject({ status: 403 })
    expect(await as(ada).send('POST', `experiments/${id}/nonsense`, broken)).toMatchObject(refusal(400, /submodel/))
    expect(await as(ada).send('PATCH', `experiments/${id}`, broken)).toMatchObject(refusal(400, /^body/))
  })

  test('a broken body is reported before a wrong Content-Type', async () => {
    const { as, ada, id } = await lab()
    const reply = await as(ada).send('PATCH', `experiments/${id}`, '{', { 'content-type': 'text/plain' })
    expect(reply).toMatchObject(refusal(400, /^body/))
  })

  test('OPTIONS: 200 without credentials, without a body, anywhere', async () => {
    const { as } = await lab()
    for (const path of ['experiments', 'nonsense', '/', '/api/v2/experiments/5/comments/7']) {
      expect(await as(undefined).send('OPTIONS', path)).toMatchObject({ status: 200, body: '' })
    }
  })
})

describe('request bodies', () => {
  test.each<[string, string, unknown, string]>([
    ['a missing field', 'experiments/1/comments', {}, 'comment: is missing'],
    ['a number in place of a text', 'experiments/1/comments', { comment: 5 }, 'comment: must be text'],
    ['null in place of a text', 'apikeys', { name: null }, 'name: must be text'],
    ['a list in place of a text', 'experiments/1/tags', { tag: ['x'] }, 'tag: must be text'],
  ])('%s is told in words for a person', async (_, path, body, message) => {
    const { as, ada, id } = await sharedLab()
    expect(await as(ada).post(path.replace('1', String(id)), body)).toMatchObject({ status: 400, body: { message } })
  })

  test('nesting up to 512 is read, deeper is refused', async () => {
    const { ctx, as, ada, id } = await lab()
    const nested = (depth: number) => `{"metadata": ${'{"a":'.repeat(depth - 1)}1${'}'.repeat(depth - 1)}}`
    expect(await as(ada).patch(`experiments/${id}`, nested(100))).toMatchObject({ status: 200 })
    await refusedWithoutTrace(ctx, async () => {
      expect(await as(ada).patch(`experiments/${id}`, nested(513))).toMatchObject(refusal(400, /^body/))
      expect(await as(ada).patch(`experiments/${id}`, '['.repeat(1_000_000))).toMatchObject(refusal(400, /^body/))
    })
  })

  test('bytes that are no UTF-8: 400, not replaced by other characters', async () => {
    const { app, ctx, ada } = await lab()
    await refusedWithoutTrace(ctx, async () => {
      for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf]]) {
        const payload = Buffer.concat([Buffer.from('{"title": "a'), Buffer.from(bytes), Buffer.from('"}')])
        const headers = { authorization: ada.key, 'content-type': 'application/json' }
        const reply = await app.inject({ method: 'POST', url: '/api/v2/experiments', headers, payload })
        expect([reply.statusCode, reply.json().message]).toEqual([400, 'body: is not valid UTF-8'])
      }
    })
  })

  test('__proto__, constructor and prototype as keys are harmless', async () => {
    const { as, ada, id } = await lab()
    const attack = '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}'
    expect(await as(ada).post('experiments', `${attack}, "title": "x"}`)).toMatchObject({ status: 201 })
    expect((await as(ada).patch(`experiments/${id}`, `${attack}, "title": "x"}`)).status).toBe(400)
    const stored = await as(ada).patch<{ metadata: string }>(`experiments/${id}`, `{"metadata": ${attack}, "a": 1}}`)
    expect([200, 400]).toContain(stored.status)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  test('a body with GET is ignored, also one that is no JSON', async () => {
    const { as, ada } = await lab()
    expect(await as(ada).send('GET', 'info', 'nonsense', { 'content-type': 'application/json' })).toMatchObject({
      status: 200,
    })
  })

  test('NUL in the query: 400', async () => {
    const { as, ada } = await lab()
    expect(await as(ada).get('experiments?q=a%00b')).toMatchObject(refusal(400, /NUL/))
  })
})

describe.skipIf(onPostgres)('what only a socket can send', () => {
  const close = 'Host: localhost\r\nConnection: close\r\n'

  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['a version that does not exist', `GET /api/v2/info HTTP/9.9\r\n${close}\r\n`, 400],
    ['a header without a colon', `GET /api/v2/info HTTP/1.1\r\n${close}nonsense\r\n\r\n`, 400],
    ['two lengths', `POST /api/v2/info HTTP/1.1\r\n${close}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`, 400],
    [
      'a length and chunks',
      `POST /api/v2/info HTTP/1.1\r\n${close}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['a negative length', `POST /api/v2/info HTTP/1.1\r\n${close}Content-Length: -5\r\n\r\n`, 400],
    ['NUL in a header', `GET /api/v2/info HTTP/1.1\r\n${close}X: a\0b\r\n\r\n`, 400],
    ['no Host', 'GET /api/v2/info HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['two Hosts', `GET /api/v2/info HTTP/1.1\r\n${close}Host: evil.example\r\n\r\n`, 400],
    ['a verb that nobody knows', `FETCH /api/v2/info HTTP/1.1\r\n${close}\r\n`, 405],
    ['PROPFIND', `PROPFIND /api/v2/info HTTP/1.1\r\n${close}\r\n`, 405],
    ['TRACE', `TRACE /api/v2/info HTTP/1.1\r\n${close}\r\n`, 405],
    ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n', 405],
    ['headers of 20 kB', `GET /api/v2/info HTTP/1.1\r\n${close}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a URL of 20 kB', `GET /api/v2/info?${'x'.repeat(20_000)} HTTP/1.1\r\n${close}\r\n`, 431],
    ['an expectation that nobody knows', `GET /api/v2/info HTTP/1.1\r\n${close}Expect: a-miracle\r\n\r\n`, 401],
    [
      'an upgrade to another protocol',
      `GET /api/v2/info HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`,
      401,
    ],
    ['an absolute address', `GET http://localhost/api/v2/info HTTP/1.1\r\n${close}\r\n`, 401],
    ['HTTP/1.0 without Host', 'GET /api/v2/info HTTP/1.0\r\n\r\n', 401],
  ])('%s gets the error body', async (_, request, status) => {
    const service = await lab()
    const reply = await sendRaw(await listen(service), request)
    expect({ ...reply, body: JSON.parse(reply.body) }).toMatchObject(refusal(status))
    expect(reply.headers.allow).toBe(status === 405 ? 'GET, HEAD, POST, PATCH, DELETE, OPTIONS' : undefined)
  })

  test('OPTIONS * is answered', async () => {
    const service = await lab()
    expect(await sendRaw(await listen(service), `OPTIONS * HTTP/1.1\r\n${close}\r\n`)).toMatchObject({ status: 200 })
  })

  test('a page asked for by its absolute address links to the next one', async () => {
    const service = await lab()
    const port = await listen(service)
    for (const title of ['one', 'two']) await service.given.experiment(service.ada, { title })
    const address = `http://127.0.0.1:${port}/api/v2/experiments?limit=1`
    const head = `Host: 127.0.0.1:${port}\r\nAuthorization: ${service.ada.key}\r\nConnection: close\r\n\r\n`
    const { status, headers } = await sendRaw(port, `GET ${address} HTTP/1.1\r\n${head}`)
    expect(status).toBe(200)
    expect(headers.link).toBe(`<${address}&offset=1>; rel="next"`)
  })

  test('a client that sends 20 MB regardless still reads the 413', async () => {
    const service = await lab()
    const port = await listen(service)
    const size = 20 * 1024 * 1024
    const head = `POST /api/v2/experiments HTTP/1.1\r\n${close}Authorization: ${service.ada.key}\r\nContent-Type: application/json\r\n`
    const declared = await sendRaw(port, `${head}Content-Length: ${size}\r\n\r\n`, Buffer.alloc(size, 32))
    expect({ ...declared, body: JSON.parse(declared.body) }).toMatchObject(refusal(413))
    const chunked = await sendRaw(
      port,
      `${head}Transfer-Encoding: chunked\r\n\r\n${size.toString(16)}\r\n`,
      Buffer.alloc(size, 32),
      '\r\n0\r\n\r\n',
    )
    expect({ ...chunked, body: JSON.parse(chunked.body) }).toMatchObject(refusal(413))
  })

  test('who sends headers drop by drop is told that it took too long', async () => {
    const service = await lab()
    const port = await listen(service)
    expect(service.app.server.headersTimeout).toBeGreaterThan(0)
    expect(service.app.server.requestTimeout).toBeGreaterThan(0)
    service.app.server.headersTimeout = 100
    service.app.server.requestTimeout = 100
    const headers = await sendRaw(port, 'GET /api/v2/info HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
    expect({ ...headers, body: JSON.parse(headers.body) }).toMatchObject(refusal(408))
    const head = `POST /api/v2/experiments HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${service.ada.key}\r\n`
    const body = await sendRaw(port, `${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`)
    expect({ ...body, body: JSON.parse(body.body) }).toMatchObject(refusal(408))
  })

  test('requests in one connection are answered in their order', async () => {
    const service = await lab()
    const port = await listen(service)
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${service.ada.key}\r\n`
    const reply = await sendRaw(port, `${get('/api/v2/nonsense')}\r\n${get('/api/v2/info')}Connection: close\r\n\r\n`)
    expect(reply.status).toBe(400)
  })
})

describe.skipIf(onPostgres)('headers', () => {
  test('every answer carries the security headers, and nothing is kept by caches in between', async () => {
    const { as, ada, id } = await lab()
    const replies: Reply[] = [
      await as(ada).get('info'),
      await as(ada).get('experiments'),
      await as(ada).post('experiments', {}),
      await as(ada).delete(`experiments/${id}`),
      await as(undefined).get('info'),
      await as(ada).get('/api/v2/%zz'),
      await as(ada).get('/api/nonsense'),
      await as(ada).send('PUT', 'info'),
    ]
    for (const { headers } of replies) {
      expect.soft(headers).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': expect.stringMatching(/^(private, no-cache|no-store)$/),
      })
    }
    expect(new Set(replies.map(({ headers }) => headers['x-request-id'])).size).toBe(replies.length)
  })

  test('HSTS only where the public address is https', async () => {
    const plain = await lab()
    expect((await plain.as(plain.ada).get('info')).headers['strict-transport-security']).toBeUndefined()
    const secure = await lab({ BASE_URL: 'https://notebook.example.org' })
    expect((await secure.as(secure.ada).get('info')).headers['strict-transport-security']).toMatch(/^max-age=\d+$/)
  })

  test('a record that has not changed is 304 without a body', async () => {
    const { as, ada, id } = await lab()
    const { headers } = await as(ada).get(`experiments/${id}`)
    const again = await as(ada).get(`experiments/${id}`, { 'if-none-match': headers.etag ?? '' })
    expect(again).toMatchObject({ status: 304, body: '', headers: { etag: headers.etag } })
    await as(ada).patch(`experiments/${id}`, { title: 'changed' })
    expect((await as(ada).get(`experiments/${id}`, { 'if-none-match': headers.etag ?? '' })).status).toBe(200)
  })

  test('a refusal is never 304', async () => {
    const { as, ada } = await lab()
    expect(await as(ada).get('experiments/999999', { 'if-none-match': '*' })).toMatchObject({ status: 404 })
  })
})
