import type { Endpoint } from '@aliquot/contract/endpoint'
import { labels } from '@aliquot/contract/labels'
import { changeSettings } from '../src/features/config/config.service.ts'
import { offerSetup } from '../src/features/setup/setup.service.ts'
import { setAdmin } from '../src/features/users/users.memberships.ts'
import { setSysadmin } from '../src/features/users/users.state.ts'
import { cookieOf, givenPerson, PASSWORD } from './browser.ts'
import { oneFile } from './forms.ts'
import { type Prepared, prepare, type TestApp, type TestUser, testApp } from './harness.ts'

const EXPORT = 'an-export-of-ada'
const AUTHOR = { userid: null, via: 'test', address: '' }

export interface Example {
  params?: Record<string, number | string>
  body?: object
  query?: Record<string, string>
  /** Other credentials than the key of ada. */
  cookie?: string
  nobody?: true
}

export type MakeExample = (world: World) => Promise<Example> | Example

/** One call of each mutating endpoint that succeeds and changes something. */
export const examples: Record<string, MakeExample> = {
  postApikeys: () => ({ body: { name: 'balance', canwrite: 1 } }),
  deleteApikey: async ({ given, ada }) => ({ params: { id: Number.parseInt(await given.key(ada), 10) } }),

  postEntity: () => ({ params: { entity_type: 'experiments' }, body: { title: 'Crystals' } }),
  postEntityAction: ({ id }) => ({ params: entry(id), body: { action: 'duplicate' } }),
  patchEntity: ({ id }) => ({ params: entry(id), body: { title: 'Crystals, second batch' } }),
  deleteEntity: ({ id }) => ({ params: entry(id) }),

  stopExport: async ({ as, ada, id }) => {
    await as(ada).get(`experiments/${id}?format=csv&progress=${EXPORT}`)
    return { params: { id: EXPORT } }
  },

  postEntityComments: ({ id }) => ({ params: entry(id), body: { comment: 'Yield is low' } }),
  patchEntityComment: ({ id, comment }) => ({ params: { ...entry(id), subid: comment }, body: { comment: 'Or not' } }),
  deleteEntityComment: ({ id, comment }) => ({ params: { ...entry(id), subid: comment } }),

  postEntityUploads: ({ id }) => ({
    params: entry(id),
    body: { action: 'createfromstring', file_type: 'json', real_name: 'run.json', content: '{"pH": 7.4}' },
  }),
  postEntityUpload: ({ id, upload }) => ({ params: { ...entry(id), subid: upload }, body: { action: 'duplicate' } }),
  postEntityUploadFromText: ({ id }) => ({
    params: entry(id),
    body: { file_type: 'json', real_name: 'run.json', content: '{"pH": 7.4}' },
  }),
  postEntityUploadAction: ({ id, upload }) => ({
    params: { ...entry(id), subid: upload },
    body: { action: 'duplicate' },
  }),
  patchEntityUpload: ({ id, upload }) => ({ params: { ...entry(id), subid: upload }, body: { comment: 'Lane 2' } }),
  deleteEntityUpload: ({ id, upload }) => ({ params: { ...entry(id), subid: upload } }),

  postEntityTags: ({ id }) => ({ params: entry(id), body: { tag: 'PCR' } }),
  patchEntityTag: ({ id, tag }) => ({ params: { ...entry(id), subid: tag }, body: { action: 'unreference' } }),
  deleteEntityTag: ({ id, tag }) => ({ params: { ...entry(id), subid: tag } }),
  deleteEntityTags: ({ id }) => ({ params: entry(id) }),

  postEntitySteps: ({ id }) => ({ params: entry(id), body: { body: 'Dilute the sample' } }),
  patchEntityStep: async (world) => ({ params: await stepped(world), body: { action: 'finish' } }),
  patchEntitySteps: async (world) => ({ params: await stepped(world), body: { action: 'forcelock' } }),
  deleteEntityStep: async (world) => ({ params: await stepped(world) }),
  postEntityItemsLinks: async (world) => ({ params: await linkable(world, 'items') }),
  deleteEntityItemsLink: async (world) => ({ params: await linked(world, 'items') }),
  postEntityExperimentsLinks: async (world) => ({ params: await linkable(world, 'experiments') }),
  deleteEntityExperimentsLink: async (world) => ({ params: await linked(world, 'experiments') }),
  postEntityRequestActions: async ({ given, id }) => ({
    params: entry(id),
    body: { target_userid: (await given.user()).id, target_action: 30 },
  }),
  deleteEntityRequestAction: async ({ as, given, ada, id }) => {
    const body = { target_userid: (await given.user()).id, target_action: 30 }
    return { params: { ...entry(id), subid: (await as(ada).post(`experiments/${id}/request_actions`, body)).id } }
  },
  postTodolist: () => ({ body: { content: 'Order tips' } }),
  patchTodoItem: async (world) => ({ params: await noted(world), body: { content: 'Order gloves' } }),
  deleteTodoItem: async (world) => ({ params: await noted(world) }),
  patchEntityRevision: async (world) => ({
    params: { ...entry(world.id), subid: await revised(world, 'experiments', world.id) },
    body: { action: 'replace' },
  }),
  patchEntityTimelineItem: async ({ as, ada, id }) => {
    await as(ada).patch(`experiments/${id}`, { rating: 5 })
    return { params: { ...entry(id), subid: 1 }, body: { action: 'restore' } }
  },

  patchUser: ({ ada }) => ({
    params: { id: ada.id },
    body: { action: 'updatepassword', current_password: PASSWORD, password: 'quite another sentence' },
  }),

  patchUserNotification: async (world) => ({ params: await notified(world), body: { is_ack: 1 } }),
  patchUserNotifications: async (world) => ({ params: await notified(world), body: { is_ack: 1 } }),
  deleteUserNotification: async (world) => ({ params: await notified(world) }),
  deleteUserNotifications: async (world) => ({ params: await notified(world) }),

  patchConfig: async ({ ctx, ada }) => {
    await setSysadmin(ctx, AUTHOR, ada.id, true)
    return { body: { lang: 'fr_FR' } }
  },
  deleteConfig: async ({ ctx, ada }) => {
    await setSysadmin(ctx, AUTHOR, ada.id, true)
    await changeSettings(ctx, AUTHOR, { lang: 'fr_FR' })
    return {}
  },
  postTeams: async ({ ctx, ada }) => {
    await setSysadmin(ctx, AUTHOR, ada.id, true)
    return { body: { name: 'Physics' } }
  },
  patchTeam: async (world) => ({ params: await administered(world), body: { announcement: 'No water on Friday' } }),
  deleteTeam: async ({ ctx, ada, given }) => {
    await setSysadmin(ctx, AUTHOR, ada.id, true)
    return { params: { id: await given.team('Empty') } }
  },
  postTeamTags: async (world) => ({ params: await administered(world), body: { tag: 'ELISA' } }),
  patchTeamTag: async (world) => ({
    params: { ...(await administered(world)), subid: world.tag },
    body: { action: 'updatetag', tag: 'older' },
  }),
  deleteTeamTag: async (world) => ({ params: { ...(await administered(world)), subid: world.tag } }),
  postTeamgroups: async (world) => ({ params: await administered(world), body: { name: 'Microscopists' } }),
  patchTeamgroup: async (world) => ({ params: await grouped(world), body: { how: 'add', userid: world.ada.id } }),
  deleteTeamgroup: async (world) => ({ params: await grouped(world) }),
  ...labelExamples(),
  postView: () => ({ body: VIEW }),
  patchView: async (world) => ({ params: await viewed(world), body: { name: 'This week' } }),
  deleteView: async (world) => ({ params: await viewed(world) }),
  postFavtags: () => ({ body: { tag: 'old' } }),
  deleteFavtag: async ({ as, ada, tag }) => {
    await as(ada).post('favtags', { tag: 'old' })
    return { params: { id: tag } }
  },
  postUsers: async ({ ctx, ada }) => {
    await setAdmin(ctx, AUTHOR, ada.id, ada.team, true)
    return { body: { email: 'new@example.org', firstname: 'Grace', lastname: 'Hopper' } }
  },
  deleteUser: async ({ ctx, ada, given }) => {
    await setAdmin(ctx, AUTHOR, ada.id, ada.team, true)
    return { params: { id: (await given.user()).id } }
  },
  postPasswordLink: async ({ ctx, ada, given }) => {
    await setAdmin(ctx, AUTHOR, ada.id, ada.team, true)
    return { params: { id: (await given.user()).id }, body: {} }
  },
  postPassword: async ({ ctx, ada, as, given }) => {
    await setAdmin(ctx, AUTHOR, ada.id, ada.team, true)
    const { headers } = await as(ada).post(`users/${(await given.user()).id}/password_link`, {})
    const token = new URL(headers.location ?? '').hash.slice('#token='.length)
    return { nobody: true, body: { token, password: PASSWORD } }
  },

  postSession: ({ ada }) => ({ nobody: true, body: { email: ada.email, password: PASSWORD } }),
  patchSession: ({ cookie, otherTeam }) => ({ cookie, body: { team: otherTeam } }),
  deleteSession: ({ cookie }) => ({ cookie }),
  deleteSessionById: () => ({ params: { id: 1 } }),
  deleteSessions: () => ({}),
  deleteUserSessions: ({ ada }) => ({ params: { id: ada.id } }),
  deleteUserApikeys: ({ ada }) => ({ params: { id: ada.id } }),
  postSetup: async ({ ctx }) => ({
    nobody: true,
    body: { token: await offerSetup(ctx), firstname: 'A', lastname: 'B', email: 'a@example.org', password: PASSWORD },
  }),
}

export interface World extends Pick<TestApp, 'app' | 'ctx' | 'as' | 'given'> {
  ada: TestUser
  /** An experiment of ada's with a comment, a file and a tag. */
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

/** Where the notification is that somebody's comment on ada's experiment makes. */
async function notified({ as, given, ada, id }: World): Promise<Record<string, number>> {
  await as(await given.user()).post(`experiments/${id}/comments`, { comment: 'Well done' })
  const { body } = await as(ada).get<{ id: number }[]>('users/me/notifications')
  return { id: ada.id, subid: body[0]?.id ?? 0 }
}

/** A step of ada's experiment. */
async function stepped({ as, ada, id }: World): Promise<Record<string, number | string>> {
  return { ...entry(id), subid: (await as(ada).post(`experiments/${id}/steps`, { body: 'Weigh' })).id }
}

/** Something that ada's experiment does not point to. */
async function linkable({ as, ada, id }: World, type: string): Promise<Record<string, number | string>> {
  return { ...entry(id), subid: (await as(ada).post(type, {})).id }
}

async function linked(world: World, type: string): Promise<Record<string, number | string>> {
  const params = await linkable(world, type)
  await world.as(world.ada).post(`experiments/${world.id}/${type}_links/${params.subid}`)
  return params
}

async function noted({ as, ada }: World): Promise<Record<string, number>> {
  return { id: (await as(ada).post('todolist', { content: 'Order tips' })).id }
}

/** Ada's team, of which she is admin now. */
async function administered({ ctx, ada }: World): Promise<Record<string, number>> {
  await setAdmin(ctx, AUTHOR, ada.id, ada.team, true)
  return { id: ada.team }
}

/** A group of it. */
async function grouped(world: World): Promise<Record<string, number>> {
  const params = await administered(world)
  const { id } = await world.as(world.ada).post('teams/current/teamgroups', { name: 'Microscopists' })
  return { ...params, subid: id }
}

/** The first revision of an entry, made if there is none. */
export async function revised({ as, ada }: World, type: string, id: number): Promise<number> {
  const path = `${type}/${id}/revisions`
  const read = async () => (await as(ada).get<{ id: number }[]>(path)).body.at(-1)?.id
  const { body } = await as(ada).get<{ body: string | null }>(`${type}/${id}`)
  if (!(await read())) await as(ada).patch(`${type}/${id}`, { body: `${body.body ?? ''}<p>Saved.</p>` })
  return (await read()) ?? 0
}

const VIEW = { name: 'Running', entity_type: 'experiments', search: '{}' }

async function viewed({ as, ada }: World): Promise<Record<string, number>> {
  return { id: (await as(ada).post('views', VIEW)).id }
}

function labelExamples(): Record<string, MakeExample> {
  const examples: Record<string, MakeExample> = {}
  for (const { add, patch, remove } of Object.values(labels)) {
    const labelled = async ({ as, ada }: World) => {
      const { id } = await as(ada).call(add, { params: { id: ada.team }, body: { name: 'Cloning' } })
      return { id: ada.team, subid: id }
    }
    examples[add.name] = ({ ada }) => ({ params: { id: ada.team }, body: { name: 'Cloning', color: '29aeb9' } })
    examples[patch.name] = async (world) => ({ params: await labelled(world), body: { title: 'Sequencing' } })
    examples[remove.name] = async (world) => ({ params: await labelled(world) })
  }
  return examples
}

export async function emptyWorld(): Promise<World> {
  const { app, ctx, as, given } = await testApp()
  const ada = { id: 0, email: '', team: 1, key: '' }
  return { app, ctx, as, given, ada, id: 0, comment: 0, upload: 0, tag: 0, otherTeam: 0, cookie: '' }
}

export function endpointsOf(app: TestApp['app']): Endpoint[] {
  return app.bound.map(({ endpoint }) => endpoint)
}

export function exampleOf({ name }: Endpoint): MakeExample {
  const example = examples[name]
  if (!example) throw new Error(`${name} needs an example in endpoint-examples.ts`)
  return example
}

export function isMutating({ method }: Endpoint): boolean {
  return method !== 'GET'
}

function entry(id: number): Record<string, number | string> {
  return { entity_type: 'experiments', id }
}
