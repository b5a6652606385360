import { setAdmin } from '../src/features/users/users.memberships.ts'
import { cookieOf, givenPerson, PASSWORD } from './browser.ts'
import { oneFile, type Part } from './forms.ts'
import { type Prepared, prepare, type TestApp, type TestUser, testApp } from './harness.ts'

export interface Example {
  params?: Record<string, number | string>
  body?: object
  /** Sent instead of a body. */
  form?: readonly Part[]
  query?: Record<string, string>
  /** Other credentials than Ada's key. */
  cookie?: string
  nobody?: true
}

export type MakeExample = (world: World) => Promise<Example> | Example

/** By endpoint name: the `examples` of a `<feature>.examples.ts`. */
export type Examples = Readonly<Record<string, MakeExample>>

export const AUTHOR = { userid: null, via: 'test', address: '' }

export interface World extends Pick<TestApp, 'app' | 'ctx' | 'as' | 'given'> {
  ada: TestUser
  /** An experiment of Ada with a comment, a file and a tag. */
  id: number
  comment: number
  upload: number
  tag: number
  otherTeam: number
  cookie: string
}

type Things = Omit<World, keyof TestApp>
let prepared: Promise<Prepared<Things>> | undefined

export async function prepareWorld(): Promise<World> {
  prepared ??= prepare(makeThings)
  const { from, made } = await prepared
  const { app, ctx, as, given } = await testApp({}, { from })
  return { app, ctx, as, given, ...made }
}

async function makeThings(lab: TestApp): Promise<Things> {
  const { as, given } = lab
  const otherTeam = await given.team()
  const ada = await givenPerson(lab, { teams: [otherTeam] })
  const id = await given.experiment(ada, { title: 'Crystals', tags: ['old'] })
  const { id: comment } = await as(ada).post(`experiments/${id}/comments`, { comment: 'First' })
  const { id: upload } = await as(ada).postForm(`experiments/${id}/uploads`, oneFile('gel.png', 'lanes'))
  const { body: tags } = await as(ada).get<{ tag_id: number }[]>(`experiments/${id}/tags`)
  const cookie = cookieOf(await as(undefined).post('session', { email: ada.email, password: PASSWORD }))
  return { ada, id, comment, upload, tag: tags[0]?.tag_id ?? 0, otherTeam, cookie }
}

/** A world without any activity. */
export async function emptyWorld(lab?: TestApp): Promise<World> {
  const { app, ctx, as, given } = lab ?? (await testApp())
  const ada = { id: 0, email: '', team: 1, key: '' }
  return { app, ctx, as, given, ada, id: 0, comment: 0, upload: 0, tag: 0, otherTeam: 0, cookie: '' }
}

/** The parameters of an experiment. */
export function entry(id: number): Record<string, number | string> {
  return { entity_type: 'experiments', id }
}

/** Ada's team, after making her its admin. */
export async function administered({ ctx, ada }: World): Promise<Record<string, number>> {
  await setAdmin(ctx, AUTHOR, ada.id, ada.team, true)
  return { id: ada.team }
}

/** The first revision of an entry, created if there is none. */
export async function revised({ as, ada }: World, type: string, id: number): Promise<number> {
  const path = `${type}/${id}/revisions`
  const read = async () => (await as(ada).get<{ id: number }[]>(path)).body.at(-1)?.id
  const { body } = await as(ada).get<{ body: string | null }>(`${type}/${id}`)
  if (!(await read())) await as(ada).patch(`${type}/${id}`, { body: `${body.body ?? ''}<p>Saved.</p>` })
  return (await read()) ?? 0
}
