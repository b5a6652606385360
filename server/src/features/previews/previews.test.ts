import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { health } from '@aliquot/contract/health'
import type { PageWords } from '@aliquot/contract/page-words'
import type { Upload } from '@aliquot/contract/uploads'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '../../../test/harness.ts'
import { testInstance } from '../../../test/program.ts'
import { makeArchive, makeDocx, makeEndlessPdf, makePdf, makePicture } from '../../../test/sample-files.ts'
import { JOB_KINDS } from '../../job-kinds.ts'
import * as jobs from '../../jobs/jobs.repo.ts'
import { runJobs, startJobs } from '../../jobs/runner.ts'
import { closeMaker, makerOf } from '../../media/workplace.ts'

async function start(env: Record<string, string> = {}) {
  const lab = await testApp(env)
  onTestFinished(() => closeMaker(lab.ctx))
  const ada = await lab.given.user()
  const id = await lab.given.experiment(ada)
  return { lab, ada, id, upload: uploader(lab, ada, id) }
}

function uploader(lab: TestApp, user: TestUser, entry: number) {
  return async (filename: string, content: Buffer | string): Promise<string> => {
    const path = `experiments/${entry}/uploads`
    const { id, status } = await lab.as(user).postForm(path, [{ name: 'file', filename, content }])
    expect(status).toBe(201)
    return `${path}/${id}`
  }
}

/** Waits until the results for new files may be shown. */
function letTimePass({ ctx }: TestApp): void {
  const { now } = ctx
  ctx.now = () => new Date(Date.parse(now()) + 5_000).toISOString()
}

test('a small picture of an image is there once the job has run, for those who may read the entry', async () => {
  const { lab, ada, upload } = await start()
  const path = await upload('gel.png', await makePicture(900, 450))
  expect((await lab.as(ada).get<Upload>(path)).body).toMatchObject({ has_thumbnail: 0, pages: null })
  expect(await lab.as(ada).get(`${path}?format=thumbnail`)).toMatchObject({ status: 404 })

  expect(await runJobs(lab.ctx, JOB_KINDS)).toBe(1)
  letTimePass(lab)

  expect((await lab.as(ada).get<Upload>(path)).body).toMatchObject({ has_thumbnail: 1, pages: null })
  const { status, headers, raw } = await lab.as(ada).get(`${path}?format=thumbnail`)
  expect(status).toBe(200)
  expect(await sharp(raw).metadata()).toMatchObject({ format: 'webp', width: 320, height: 160 })
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
    'cache-control': 'private, no-cache',
    vary: expect.stringContaining('Cookie'),
    etag: expect.stringMatching(/^"[0-9a-f]{64}-\d+"$/),
  })
  const again = await lab.as(ada).get(`${path}?format=thumbnail`, { 'if-none-match': headers.etag ?? '' })
  expect(again).toMatchObject({ status: 304, body: '', headers: { 'cache-control': 'private, no-cache' } })
  expect(await lab.as(ada).send('HEAD', `${path}?format=thumbnail`)).toMatchObject({
    status: 200,
    headers: { 'content-length': String(raw.length) },
  })

  const stranger = await lab.given.user({ team: await lab.given.team() })
  for (const format of ['thumbnail', 'preview']) {
    const known = { 'if-none-match': headers.etag ?? '' }
    expect(await lab.as(stranger).get(`${path}?format=${format}`, known)).toMatchObject({ status: 403 })
    expect(await lab.as(undefined).get(`${path}?format=${format}`)).toMatchObject({ status: 401 })
    expect(await lab.as(ada).get(`experiments/1/uploads/999?format=${format}`)).toMatchObject({ status: 404 })
  }
})

test('large pictures are made when they are asked for: of images, and of each page of a PDF', async () => {
  const { lab, ada, upload } = await start()
  const tiff = await upload('scan.tiff', await makePicture(2000, 500, 'tiff'))
  const small = await upload('icon.png', await makePicture(40, 20))
  const pdf = await upload('paper.pdf', makePdf(['first', 'second']))
  const svg = await upload('plot.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><script/></svg>')
  const look = (path: string, page = '') => lab.as(ada).get(`${path}?format=preview${page}`)
  const sizeOf = async (path: string, page = '') => {
    const { width, height, format } = await sharp((await look(path, page)).raw).metadata()
    return [format, width, height]
  }
  // Before and after the jobs, and then from the cache.
  for (let turn = 0; turn < 2; turn++) {
    expect(await sizeOf(tiff)).toEqual(['webp', 1600, 400])
    expect(await sizeOf(small)).toEqual(['webp', 40, 20])
    expect(await sizeOf(svg)).toEqual(['webp', 80, 40])
    expect(await sizeOf(pdf)).toEqual(['webp', 1600, 1067])
    await runJobs(lab.ctx, JOB_KINDS)
  }
  letTimePass(lab)
  expect(await look(pdf, '&page=2')).toMatchObject({ status: 200, headers: { 'x-page-count': '2' } })
  expect((await look(pdf, '&page=2')).raw.equals((await look(pdf)).raw)).toBe(false)
  expect((await lab.as(ada).get<Upload>(pdf)).body).toMatchObject({ has_thumbnail: 1, pages: 2 })
  for (const page of ['&page=3', '&page=99999']) expect(await look(pdf, page)).toMatchObject({ status: 404 })
  expect(await look(tiff, '&page=2')).toMatchObject({ status: 404 })
  for (const page of ['&page=0', '&page=-1', '&page=x', '&page=100000']) {
    expect(await look(pdf, page)).toMatchObject({ status: 400, body: { message: expect.stringMatching(/^page/) } })
  }
})

test('the words of PDF pages are told with their places, by blocks, to those who may read the entry', async () => {
  const { lab, ada, id, upload } = await start()
  const texts = Array.from({ length: 18 }, (_, index) => `Elution of GFP ${index + 1}`)
  const pdf = await upload('paper.pdf', makePdf(texts))
  const read = (page: number | string, user = ada) => lab.as(user).get<PageWords[]>(`${pdf}/words?page=${page}`)

  const { status, body } = await read(2)
  expect(status).toBe(200)
  expect(body.map(({ page }) => page)).toEqual(Array.from({ length: 16 }, (_, index) => index + 1))
  expect(body[1]).toMatchObject({ page: 2, width: 300, height: 200 })
  const line = body[1]?.lines[0] ?? []
  expect(line.map(({ text }) => text)).toEqual(['Elution', 'of', 'GFP', '2'])
  // Letters of 24 points that stand on a line 100 points above the lower edge.
  const [first, second] = line
  expect(first?.x).toBeCloseTo(20, -1)
  expect(first?.y).toBeGreaterThan(70)
  expect((first?.y ?? 0) + (first?.height ?? 0)).toBeLessThan(110)
  expect(second?.x).toBeGreaterThan((first?.x ?? 0) + (first?.width ?? 0))

  expect((await read(17)).body.map(({ page }) => page)).toEqual([17, 18])
  const kept = readdirSync(join(lab.ctx.config.DATA_DIR, 'cache', 'previews')).filter((name) => /json$/.test(name))
  expect(kept.map((name) => name.replace(/^[0-9a-f]{64}-/, '')).toSorted()).toEqual(['1-1.json', '1-17.json'])
  await closeMaker(lab.ctx)
  expect((await read(1)).body).toEqual(body)

  for (const page of [19, 99_999]) expect(await read(page)).toMatchObject({ status: 404 })
  for (const page of [0, 'x']) expect(await read(page)).toMatchObject({ status: 400 })
  const picture = await upload('gel.png', await makePicture(40, 20))
  expect(await lab.as(ada).get(`${picture}/words`)).toMatchObject({ status: 404 })
  const broken = await upload('broken.pdf', '%PDF-1.7 nothing')
  expect(await lab.as(ada).get(`${broken}/words`)).toMatchObject({ status: 404 })
  const stranger = await lab.given.user({ team: await lab.given.team() })
  expect(await read(1, stranger)).toMatchObject({ status: 403 })
  expect(await lab.as(undefined).get(`${pdf}/words`)).toMatchObject({ status: 401 })
  const other = await lab.given.experiment(ada)
  const elsewhere = pdf.replace(`experiments/${id}/`, `experiments/${other}/`)
  expect(await lab.as(ada).get(`${elsewhere}/words`)).toMatchObject({ status: 404 })
})

test('a content is looked into once, however many files have it', async () => {
  const { lab, ada, id, upload } = await start()
  const content = makePdf(['once'])
  const paths = [await upload('a.pdf', content), await upload('b.pdf', content)]
  expect(await runJobs(lab.ctx, JOB_KINDS)).toBe(1)
  paths.push(await upload('c.pdf', content))
  const copy = await lab.as(ada).post(`experiments/${id}`, { action: 'duplicate', copyFiles: true })
  expect(copy.status).toBe(201)
  expect(await runJobs(lab.ctx, JOB_KINDS)).toBe(0)
  letTimePass(lab)
  for (const path of paths) expect((await lab.as(ada).get<Upload>(path)).body).toMatchObject({ has_thumbnail: 1 })
})

test('nobody learns from a file of theirs whether others have the same', async () => {
  const { lab, upload } = await start()
  const content = makePdf(['the answer is 42'])
  await upload('secret.pdf', content)
  await runJobs(lab.ctx, JOB_KINDS)
  const mallory = await lab.given.user({ team: await lab.given.team() })
  const guess = uploader(lab, mallory, await lab.given.experiment(mallory))
  const told = async (path: string) => ({
    record: (await lab.as(mallory).get<Upload>(path)).body,
    list: (await lab.as(mallory).get<Upload[]>(path.replace(/\/\d+$/, ''))).body.find(({ id }) =>
      path.endsWith(`/${id}`),
    ),
    thumbnail: (await lab.as(mallory).get(`${path}?format=thumbnail`)).status,
  })
  const at = lab.ctx.now()
  lab.ctx.now = () => at
  const untold = { has_thumbnail: 0, pages: null }
  const right = await guess('guess.pdf', content)
  const wrong = await guess('guess.pdf', makePdf(['the answer is 41']))
  for (const path of [right, wrong]) {
    expect(await told(path)).toMatchObject({ record: untold, list: untold, thumbnail: 404 })
  }
  await runJobs(lab.ctx, JOB_KINDS)
  letTimePass(lab)
  const facts = { has_thumbnail: 1, pages: 1 }
  for (const path of [right, wrong]) {
    expect(await told(path)).toMatchObject({ record: facts, list: facts, thumbnail: 200 })
  }
})

test('a type that lies shows nothing, and what is in a file decides', async () => {
  const { lab, ada, upload } = await start()
  const lies = [
    await upload('gel.png', 'no picture at all'),
    await upload('photo.jpg', '<html><script>alert(1)</script></html>'),
    await upload('program.png', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1, 2])),
    await upload('letter.docx', await makeDocx('text')),
    await upload('empty.pdf', ''),
  ]
  const truth = await upload('notes.txt', await makePicture(10, 10))
  await runJobs(lab.ctx, JOB_KINDS)
  letTimePass(lab)
  for (const path of lies) {
    for (const format of ['thumbnail', 'preview']) {
      expect(await lab.as(ada).get(`${path}?format=${format}`)).toMatchObject({ status: 404 })
    }
  }
  expect(await lab.as(ada).get(`${truth}?format=thumbnail`)).toMatchObject({ status: 200 })
})

/** A PNG that claims this size. */
function claimingPng(side: number, honest: Buffer): Buffer {
  const lie = Buffer.from(honest)
  lie.writeUInt32BE(side, 16)
  lie.writeUInt32BE(side, 20)
  return lie
}

test('hostile contents give nothing, take nothing with them, and are told', async () => {
  const { lab, ada, upload } = await start()
  const bomb = '<w:t>'.concat('a '.repeat(40_000_000))
  const hostile = {
    'bomb.docx': await makeArchive({ '[Content_Types].xml': '<x/>', 'word/document.xml': bomb }),
    'huge.png': claimingPng(60_000, await makePicture(8, 8)),
    'cut.png': (await makePicture(600, 600)).subarray(0, 400),
    'broken.pdf': Buffer.from('%PDF-1.7\nnothing more'),
    'broken.docx': (await makeDocx('text')).subarray(0, 80),
    'deep.svg': Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(50_000)}`),
    'outside.svg': Buffer.from(
      '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>',
    ),
  }
  const paths = []
  for (const [name, content] of Object.entries(hostile)) paths.push(await upload(name, content))
  const good = await upload('good.png', await makePicture(30, 30))

  await runJobs(lab.ctx, JOB_KINDS)

  letTimePass(lab)
  for (const path of paths) {
    for (const format of ['thumbnail', 'preview']) {
      expect.soft(await lab.as(ada).get(`${path}?format=${format}`), path).toMatchObject({ status: 404 })
    }
  }
  expect(await lab.as(ada).get(`${good}?format=thumbnail`)).toMatchObject({ status: 200 })
  const problems = await lab.ctx.db.read.selectFrom('previews').select(['problem', 'words']).execute()
  expect(problems.filter(({ problem }) => problem !== null)).toHaveLength(paths.length)
  expect(problems.map(({ words }) => words).join('')).not.toContain('root')
})

test('what breaks the process for contents is tried three times and then left alone; others go on', async () => {
  const { lab, ada, upload } = await start()
  const endless = await upload('endless.pdf', makeEndlessPdf())
  const good = await upload('good.png', await makePicture(30, 30))
  makerOf(lab.ctx, { mostMemory: 300 * 1024 ** 2 })
  const { now } = lab.ctx
  let ahead = 0
  lab.ctx.now = () => new Date(Date.parse(now()) + ahead).toISOString()
  for (let attempt = 1; attempt <= 3; attempt++) {
    await runJobs(lab.ctx, JOB_KINDS)
    const [job] = await jobs.list(lab.ctx.db.read)
    // The first attempt fails by memory, the others by time.
    const error = expect.stringMatching(attempt === 1 ? /the process ended/ : /took longer/)
    expect(job).toMatchObject({ attempts: attempt, holder: null, error })
    await closeMaker(lab.ctx)
    makerOf(lab.ctx, { mostMs: 500 })
    expect(job?.next_at === null).toBe(attempt === 3)
    ahead += 24 * 3_600_000
  }
  expect(await runJobs(lab.ctx, JOB_KINDS)).toBe(0)
  expect(await jobs.countJobs(lab.ctx.db.read)).toEqual({ waiting: 0, running: 0, failed: 1 })
  expect(await lab.as(ada).get(`${good}?format=thumbnail`)).toMatchObject({ status: 200 })
  // Viewing it does not trigger another attempt.
  expect(await lab.as(ada).get(`${endless}?format=preview`)).toMatchObject({ status: 404 })
  const sysadmin = await lab.given.user({ isSysadmin: true })
  const { body } = await lab.as(sysadmin).call(health.read)
  const jobsCheck = body.checks.find(({ name }) => name === 'jobs')
  expect(jobsCheck).toMatchObject({
    state: 'warning',
    message: expect.stringMatching(/^0 waiting, 0 running, 1 failed/),
  })
  expect(await lab.ctx.db.write((db) => jobs.retryFailed(db, now()))).toBe(1)
  expect(await jobs.countJobs(lab.ctx.db.read)).toMatchObject({ waiting: 1, failed: 0 })
})

test('a text that breaks the process for contents takes no picture with it', async () => {
  const { lab, ada, upload } = await start()
  const path = await upload('map.pdf', makeEndlessPdf(28, { isSecond: true }))
  makerOf(lab.ctx, { mostMemory: 300 * 1024 ** 2 })
  expect(await runJobs(lab.ctx, JOB_KINDS)).toBe(1)
  letTimePass(lab)
  expect(await jobs.countJobs(lab.ctx.db.read)).toEqual({ waiting: 0, running: 0, failed: 0 })
  expect(await lab.as(ada).get(`${path}?format=thumbnail`)).toMatchObject({ status: 200 })
  expect((await lab.as(ada).get<Upload>(path)).body).toMatchObject({ has_thumbnail: 1, pages: 2 })
  const [made] = await lab.ctx.db.read.selectFrom('previews').select(['words', 'problem']).execute()
  expect(made).toEqual({ words: '', problem: expect.stringMatching(/the process ended/) })
  expect(await lab.as(ada).get(`${path}?format=preview`)).toMatchObject({ status: 200 })
  expect(await lab.as(ada).get(`${path}?format=preview&page=2`)).toMatchObject({ status: 404 })
})

test('a job that somebody took up and never ended is done once their time is up', async () => {
  const { lab, ada, upload } = await start()
  const path = await upload('gel.png', await makePicture(20, 20))
  const at = lab.ctx.now()
  const until = new Date(Date.parse(at) + 60_000).toISOString()
  const held = await lab.ctx.db.write((db) => jobs.claim(db, { at, until, holder: '00000000-1-gone' }))
  expect(held).toMatchObject({ kind: 'content', attempts: 1 })
  expect(await runJobs(lab.ctx, JOB_KINDS)).toBe(0)
  lab.ctx.now = () => until
  expect(await runJobs(lab.ctx, JOB_KINDS)).toBe(1)
  expect(await lab.as(ada).get(`${path}?format=thumbnail`)).toMatchObject({ status: 200 })
  // A late worker must not finish a job that it no longer holds.
  if (held && held !== 'locked') await lab.ctx.db.write((db) => jobs.finish(db, held, until))
  expect(await jobs.countJobs(lab.ctx.db.read)).toEqual({ waiting: 0, running: 0, failed: 0 })
})

test('a job that is asked for while it runs runs once more', async () => {
  const { lab } = await start()
  const { ctx } = lab
  const wanted = { kind: 'content', subject: 'none', person: jobs.NOBODY }
  const ask = () => ctx.db.write((db) => jobs.enqueue(db, { ...wanted, at: ctx.now() }))
  await ask()
  const until = new Date(Date.now() + 60_000).toISOString()
  const held = await ctx.db.write((db) => jobs.claim(db, { at: ctx.now(), until, holder: 'us' }))
  await ask()
  if (held && held !== 'locked') await ctx.db.write((db) => jobs.finish(db, held, ctx.now()))
  expect(await jobs.countJobs(ctx.db.read)).toEqual({ waiting: 1, running: 0, failed: 0 })
  expect(await runJobs(ctx, JOB_KINDS)).toBe(1)
  expect(await jobs.countJobs(ctx.db.read)).toEqual({ waiting: 0, running: 0, failed: 0 })
})

test('files that were there before are looked through in the background, and all of them once more when it is wanted', async () => {
  const { lab, ada, upload } = await start()
  const { ctx } = lab
  const path = await upload('gel.png', await makePicture(20, 20))
  await upload('data.bin', Buffer.from([0, 1, 2]))
  const ask = (subject: string) =>
    ctx.db.write((db) => jobs.enqueue(db, { kind: 'files', subject, at: ctx.now(), person: jobs.NOBODY }))
  await ctx.db.write((db) => db.deleteFrom('jobs').execute())
  await ask('all')
  await runJobs(ctx, JOB_KINDS)
  letTimePass(lab)
  expect(await lab.as(ada).get(`${path}?format=thumbnail`)).toMatchObject({ status: 200 })
  expect(await jobs.countJobs(ctx.db.read)).toEqual({ waiting: 0, running: 0, failed: 0 })

  const madeAt = async () =>
    (await ctx.db.read.selectFrom('previews').select('made_at').execute()).map((row) => row.made_at)
  const before = await madeAt()
  await ask('all')
  await runJobs(ctx, JOB_KINDS)
  expect(await madeAt()).toEqual(before)
  await ask('remake')
  await runJobs(ctx, JOB_KINDS)
  expect(await madeAt()).not.toEqual(before)
  expect(await lab.as(ada).get(`${path}?format=thumbnail`)).toMatchObject({ status: 200 })
})

test('with PREVIEWS=off nothing is made when somebody looks', async () => {
  const { lab, ada, upload } = await start({ PREVIEWS: 'off' })
  const path = await upload('gel.png', await makePicture(20, 20))
  expect(await lab.as(ada).get(`${path}?format=preview`)).toMatchObject({ status: 404 })
  expect(await jobs.countJobs(lab.ctx.db.read)).toMatchObject({ waiting: 1 })
})

test('a service that is killed in the middle of a job does it after the next start', async () => {
  const instance = await testInstance()
  const person = ['--email', 'ada@example.org', '--firstname', 'Ada', '--lastname', 'Lovelace', '--team', '1']
  const commands = instance.hosted()
  await commands.json(['user', 'create', ...person, '--password-stdin'], { input: 'gx8Vk2pQz0mT vlnrtx' })
  const name = ['--user', 'ada@example.org', '--team', '1', '--name', 'test']
  const { key } = await commands.json<{ key: string }>(['apikey', 'create', ...name])
  const first = await instance.serve()
  const { id } = await first.call(key, 'POST', 'experiments')
  const upload = async (filename: string, content: Buffer) => {
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(content)]), filename)
    const url = `${first.base}/api/v2/experiments/${id}/uploads`
    const { headers } = await fetch(url, { method: 'POST', headers: { authorization: key }, body })
    return new URL(headers.get('location') ?? '').pathname
  }
  // Takes the media process a second or two.
  const slow = await upload('slow.pdf', makeEndlessPdf(3))
  const copies = () =>
    readdirSync(join(instance.folder, 'data/tmp'), { recursive: true }).filter((name) => String(name).includes('/'))
  await expect.poll(copies, { timeout: 10_000, interval: 20 }).toHaveLength(1)
  await first.kill()
  expect(copies()).toHaveLength(1)

  const second = await instance.serve()
  const look = async () =>
    (await fetch(`${second.base}${slow}?format=thumbnail`, { headers: { authorization: key } })).status
  expect(await look()).toBe(404)
  await expect.poll(look, { timeout: 20_000, interval: 100 }).toBe(200)
  expect(await second.stop()).toBe(0)
  expect(copies()).toEqual([])
  expect(await instance.json(['jobs', 'list'])).toMatchObject({ waiting: 0, running: 0, failed: 0 })
})

/** Takes libvips minutes. */
function slowSvg(name: string): string {
  const blurs = '<feGaussianBlur stdDeviation="2000"/>'.repeat(200)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1500" height="1500"><!-- ${name} -->
    <filter id="f">${blurs}</filter><rect width="900" height="900" filter="url(#f)"/></svg>`
}

const SMALL_SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4"><rect width="4" height="4"/></svg>'

test('pictures of one person that take minutes keep nobody else from theirs', async () => {
  const { lab, ada, upload } = await start()
  makerOf(lab.ctx, { mostMs: 110_000, mostWaitMs: 110_000 })
  const slow = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => upload(`${name}.svg`, slowSvg(name))))
  const asked = slow.map((path) => lab.as(ada).get(`${path}?format=preview`))
  const bob = await lab.given.user()
  const small = await uploader(lab, bob, await lab.given.experiment(bob))('small.svg', SMALL_SVG)
  expect(await lab.as(bob).get(`${small}?format=preview`)).toMatchObject({ status: 200 })

  // Nor do they hold up the text index.
  const words = await upload('words.txt', 'thermocycler')
  const hash = (await lab.as(ada).get<Upload>(words)).body.hash ?? ''
  await lab.ctx.db.write((db) => db.deleteFrom('jobs').where('subject', '!=', hash).execute())
  expect(await runJobs(lab.ctx, JOB_KINDS)).toBe(1)
  await closeMaker(lab.ctx)
  for (const { status } of await Promise.all(asked)) expect(status).toBe(404)
})

test('files of one person that take minutes keep nobody else from a small picture', async () => {
  const { lab, upload } = await start()
  makerOf(lab.ctx, { mostMs: 110_000 })
  for (const name of ['a', 'b', 'c']) await upload(`${name}.svg`, slowSvg(`background ${name}`))
  const { stop } = startJobs(lab.ctx, JOB_KINDS)
  onTestFinished(stop)
  await expect.poll(async () => (await jobs.countJobs(lab.ctx.db.read)).running, { timeout: 20_000 }).toBe(2)

  const bob = await lab.given.user()
  const small = await uploader(lab, bob, await lab.given.experiment(bob))('small.svg', SMALL_SVG)
  letTimePass(lab)
  const look = async () => (await lab.as(bob).get(`${small}?format=thumbnail`)).status
  await expect.poll(look, { timeout: 60_000 }).toBe(200)
  // His job ends a moment after its picture is there.
  const counts = () => jobs.countJobs(lab.ctx.db.read)
  await expect.poll(counts, { timeout: 20_000 }).toMatchObject({ waiting: 1, running: 2 })
})

test('who asks for very many pictures at once is told to come back, and others are not', async () => {
  const { lab, ada, upload } = await start()
  makerOf(lab.ctx, { mostMs: 110_000, mostWaitMs: 110_000 })
  const names = Array.from({ length: 21 }, (_, number) => `many-${number}`)
  const slow = await Promise.all(names.map((name) => upload(`${name}.svg`, slowSvg(name))))
  const asked = slow.map((path) => lab.as(ada).get(`${path}?format=preview`))
  expect(await Promise.race(asked)).toMatchObject({ status: 503, body: { reason: 'upload.too_many_previews' } })
  const bob = await lab.given.user()
  const small = await uploader(lab, bob, await lab.given.experiment(bob))('small.svg', SMALL_SVG)
  expect(await lab.as(bob).get(`${small}?format=preview`)).toMatchObject({ status: 200 })
  await closeMaker(lab.ctx)
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([...Array(20).fill(404), 503])
})

test('who waits too long for a picture is told to come back', async () => {
  const { lab, ada, upload } = await start()
  makerOf(lab.ctx, { mostMs: 110_000, mostWaitMs: 300 })
  const path = await upload('slow.svg', slowSvg('alone'))
  expect(await lab.as(ada).get(`${path}?format=preview`)).toMatchObject({
    status: 503,
    headers: { 'retry-after': '10' },
  })
})

test('a picture is not made for clients that have gone', async () => {
  const { lab, ada, upload } = await start()
  makerOf(lab.ctx, { mostMs: 110_000, mostWaitMs: 110_000 })
  const slow = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map((name) => upload(`${name}.svg`, slowSvg(`gone ${name}`))),
  )
  const small = await upload('small.svg', SMALL_SVG)
  const base = await lab.app.listen({ port: 0, host: '127.0.0.1' })
  const leaving = new AbortController()
  const headers = { authorization: ada.key }
  const asked = slow.map((path) =>
    fetch(`${base}/api/v2/${path}?format=preview`, { headers, signal: leaving.signal }).catch(() => 'gone'),
  )
  const copies = () => readdirSync(join(lab.ctx.config.DATA_DIR, 'tmp'), { recursive: true }).length
  await expect.poll(copies, { timeout: 60_000 }).toBeGreaterThan(slow.length)
  leaving.abort()
  expect(await Promise.all(asked)).toEqual(slow.map(() => 'gone'))
  expect((await fetch(`${base}/api/v2/${small}?format=preview`, { headers })).status).toBe(200)
})
