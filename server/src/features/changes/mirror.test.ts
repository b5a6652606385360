import type { FeedChange, FeedPage } from '@aliquot/contract/changes'
import { EntityType } from '@aliquot/contract/common'
import { expect, test } from 'vitest'
import { makeRandom, type Random } from '../../../drills/random.ts'
import { type Client, type Reply, type TestApp, type TestUser, testApp } from '../../../test/harness.ts'
import { listen } from '../../../test/raw-request.ts'
import { TestStream } from '../../../test/streams/event-stream.ts'
import { eventually } from '../../../test/time/eventually.ts'
import { change } from '../../change.ts'
import { SYSTEM } from '../../journal/record.ts'
import { sweepNow } from '../sweeps/sweeps.ts'
import { addGroup, addMember, dropGroup, removeMember } from '../teamgroups/teamgroups.change.ts'
import { addMembership, archiveMembership, removeMembership, setAdmin } from '../users/users.memberships.ts'

/**
 * A copy of the notebook as one person sees it, made from the feed or from a stream alone, is the notebook as that person sees it: whatever
 * others do to entries, permissions, groups and teams.
 */

// A history takes several times as long on PostgreSQL.
const RUNS = Number(process.env.MIRROR_RUNS ?? (process.env.TEST_ENGINE === 'postgres' ? 2 : 6))
const STEPS = 100
/** On a busy machine a history of PostgreSQL takes long. */
const RUN_MS = 120_000

test.each([
  ['one after the other', 1],
  ['several at a time', 6],
])(
  'a mirror made from the feed or a stream is what its owner sees, with changes %s',
  { timeout: RUNS * RUN_MS },
  async (_, together) => {
    const first = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
    for (let run = 0; run < RUNS; run++) {
      const seed = first + run
      const lab = await Lab.open(makeRandom(seed))
      await lab.live(together)
      for (const mirror of lab.mirrors) await mirror.compare(`TEST_SEED=${seed}`)
      await lab.close()
    }
  },
)

interface EntryRecord {
  title: string
  state: number
  userid: number
  comments?: unknown
  steps?: unknown
}

interface Seen {
  title: string
  state: number
  owner: number
  comments: number
  steps: number
}

/** What the feed has told one person, who acts in one team. */
class Mirror {
  readonly #lab: Lab
  readonly #userid: number
  readonly team: number
  #key: string | undefined
  #cursor: string | undefined
  readonly entries = new Map<number, Seen>()

  constructor(lab: Lab, userid: number, team: number) {
    this.#lab = lab
    this.#userid = userid
    this.team = team
  }

  /** Keys end when somebody leaves a team; then there is a new one, unless they are still away. */
  async #get<T>(path: string): Promise<Reply<T>> {
    const reply = this.#key === undefined ? undefined : await this.#lab.test.as(this.#key).get<T>(path)
    if (reply && reply.status !== 401) return reply
    this.#key = await this.#lab.test.given.key({ id: this.#userid, team: this.team })
    return this.#lab.test.as(this.#key).get<T>(path)
  }

  /** Follows the feed for some pages; -1: to its end. `isQuiet`: nothing happens meanwhile. */
  async follow(pages: number, limit: number, isQuiet: boolean): Promise<void> {
    for (let page = 0; page !== pages; page++) {
      const after = this.#cursor === undefined ? '' : `&after=${this.#cursor}`
      const { status, body } = await this.#get<FeedPage>(`changes?limit=${limit}${after}`)
      if (status === 401) return
      expect(status, JSON.stringify(body)).toBe(200)
      for (const line of body.changes) if ((await this.apply(line, isQuiet)) === 'away') return
      this.#cursor = body.cursor
      if (!body.more) return
    }
  }

  /** `away`: the reader was taken from the team in the middle of it, and begins the page again once they are back. */
  async apply(line: FeedChange, isQuiet: boolean): Promise<'away' | undefined> {
    const { entity, kind } = line
    if (!entity) return
    if (kind === 'access.lost') {
      this.entries.delete(entity.id)
      return
    }
    const { status, body } = await this.#get<EntryRecord>(`${entity.type}/${entity.id}`)
    if (status === 401) return 'away'
    const seen = status === 200 ? seenOf(body) : undefined
    if (isQuiet) expect(seen, `${kind} is told of an entry that cannot be read`).toBeDefined()
    if (seen) this.entries.set(entity.id, seen)
    else this.entries.delete(entity.id)
  }

  async finish(): Promise<void> {
    await this.follow(-1, 7, true)
  }

  /** Opens a stream, with a new key if the last one has ended. */
  protected async connect(headers: Record<string, string>): Promise<TestStream> {
    const open = (key: string) => TestStream.open(this.#lab.port, '', { ...headers, authorization: key })
    const stream = this.#key === undefined ? undefined : await open(this.#key)
    if (stream && stream.status !== 401) return stream
    this.#key = await this.#lab.test.given.key({ id: this.#userid, team: this.team })
    return open(this.#key)
  }

  protected async write(path: string, body: object): Promise<Reply> {
    await this.#get('users/me')
    return this.#lab.test.as(this.#key ?? '').post(path, body)
  }

  async #read(type: string, id: number): Promise<Seen | undefined> {
    const { status, body } = await this.#get<EntryRecord>(`${type}/${id}`)
    return status === 200 ? seenOf(body) : undefined
  }

  async compare(hint: string): Promise<void> {
    await this.finish()
    expect((await this.#get('users/me')).status).toBe(200)
    const actual = new Map<number, Seen>()
    for (const id of this.#lab.entries.keys()) {
      for (const type of EntityType.options) {
        const seen = await this.#read(type, id)
        if (seen) actual.set(id, seen)
      }
    }
    const sorted = (map: Map<number, Seen>) => [...map].sort(([a], [b]) => a - b)
    expect(sorted(this.entries), `${hint}, ${this.#userid} in team ${this.team}`).toEqual(sorted(actual))
  }
}

/** The same from a stream. */
class LiveMirror extends Mirror {
  #stream: TestStream | undefined
  /** How many changes of the stream were applied, and the place behind them. */
  #applied = 0
  #place = ''

  /** Applies what has come, and connects again if the stream has ended. */
  override async follow(): Promise<void> {
    const stream = this.#stream
    const changes = stream?.changes ?? []
    for (; this.#applied < changes.length; this.#applied++) {
      const line = changes[this.#applied]
      if (!line || (await this.apply(line, false)) === 'away') return
      this.#place = line.cursor
    }
    if (stream && !stream.hasEnded) return
    if (stream && stream.changes.length > this.#applied) return
    const place = stream?.lastId ?? this.#place
    const next = await this.connect(place === '' ? {} : { 'last-event-id': place })
    if (next.status === 401) return
    expect(next.status).toBe(200)
    this.#stream = next
    this.#applied = 0
  }

  /** Something of one's own is told after all that happened before. */
  override async finish(): Promise<void> {
    const { id } = await this.write('todolist', { content: 'The last' })
    const isThere = () => this.#stream?.changes.slice(0, this.#applied).some((one) => isTodo(one, id)) === true
    await eventually(
      async () => {
        await this.follow()
        expect(isThere()).toBe(true)
      },
      { timeout: 10_000, interval: 5 },
    )
    this.#stream?.close()
  }
}

function isTodo({ kind, subject }: FeedChange, id: number): boolean {
  return kind === 'todo.created' && subject.id === id
}

function seenOf({ title, state, userid: owner, comments, steps }: EntryRecord): Seen {
  const count = (list: unknown) => (Array.isArray(list) ? list.length : 0)
  return { title, state, owner, comments: count(comments), steps: count(steps) }
}

/** Three teams, five people, some groups and entries. */
class Lab {
  readonly test: TestApp
  readonly port: number
  readonly #random: Random
  readonly #close: () => Promise<void>
  readonly entries = new Map<number, EntityType>()
  #people: TestUser[] = []
  #teams: number[] = [1]
  #groups: { id: number; team: number; name: string; version: number }[] = []
  mirrors: Mirror[] = []

  constructor(test: TestApp, port: number, random: Random, close: () => Promise<void>) {
    this.test = test
    this.port = port
    this.#random = random
    this.#close = close
  }

  static async open(random: Random): Promise<Lab> {
    let close = async () => {}
    const test = await testApp({}, { closing: (closing) => (close = closing) })
    // Wrong keys are limited by the minute, and those of people who leave a team are wrong.
    let minutes = 0
    const start = Date.parse(test.ctx.now())
    test.ctx.now = () => new Date(start + 60_000 * ++minutes).toISOString()
    const lab = new Lab(test, await listen(test), random, close)
    lab.#teams = [1, await test.given.team('Two'), await test.given.team('Three')]
    for (const team of [1, 1, 1, lab.#teams[1], lab.#teams[2]])
      lab.#people.push(await test.given.user({ team: team ?? 1 }))
    for (let group = 0; group < 3; group++) await lab.#makeGroup()
    for (let entry = 0; entry < 12; entry++) await lab.#create()
    const [first, second, , fourth] = lab.#people
    lab.mirrors = [first, second, fourth].flatMap((one) =>
      one ? [new Mirror(lab, one.id, one.team), new LiveMirror(lab, one.id, one.team)] : [],
    )
    return lab
  }

  close(): Promise<void> {
    return this.#close()
  }

  async live(together: number): Promise<void> {
    const isQuiet = together === 1
    for (let step = 0; step < STEPS; step += together) {
      const doings: Promise<unknown>[] = []
      for (let one = 0; one < together; one++) doings.push(this.#doSomething())
      for (const mirror of this.mirrors) {
        if (this.#random.chance(0.5)) continue
        if (isQuiet) await Promise.all(doings)
        const following = mirror.follow(this.#random.int(1, 4), this.#random.int(1, 9), isQuiet)
        if (isQuiet) await following
        else doings.push(following)
      }
      await Promise.all(doings)
    }
    // Everybody is back in their team, or nobody could look.
    for (const { team, id } of this.#people) await this.#join(id, team)
  }

  async #doSomething(): Promise<void> {
    const random = this.#random
    const person = random.pick(this.#people)
    const team = random.pick(this.#teams)
    const group = this.#groups.length > 0 ? random.pick(this.#groups) : undefined
    const doings: [number, () => Promise<unknown>][] = [
      [2, () => this.#create()],
      [3, () => this.#edit({ title: `Title ${random.int(0, 1000)}` })],
      [6, () => this.#edit(this.#permission())],
      [2, () => this.#edit({ action: 'updateowner', userid: person.id, team: person.team })],
      [1, () => this.#edit({ action: random.pick(['archive', 'unarchive']) })],
      [1, () => this.#remove()],
      [2, () => this.#edit({ action: 'restore' })],
      [1, () => this.#addTo('comments', { comment: 'Looks pure' })],
      [1, () => this.#addTo('steps', { body: 'Weigh 4.2 mg' })],
      [7, () => this.#membership(person.id, team)],
      [4, () => this.#join(person.id, team)],
      [8, () => this.#group(person.id, group)],
      [1, () => this.#makeGroup()],
      [1, () => this.#dropGroup(group)],
    ]
    const bag = doings.flatMap(([weight, doing]) => Array.from({ length: weight }, () => doing))
    await random.pick(bag)().catch(ignoreRefusal)
  }

  /** Keys of people who have left a team have ended. */
  async #send(person: TestUser, send: (client: Client) => Promise<Reply>): Promise<Reply> {
    const reply = await send(this.test.as(person))
    if (reply.status !== 401) return reply
    person.key = await this.test.given.key(person)
    return send(this.test.as(person))
  }

  async #create(): Promise<void> {
    const type = this.#random.pick(EntityType.options)
    const body = { title: 'New', ...this.#permission() }
    const { id, status } = await this.#send(this.#random.pick(this.#people), (client) => client.post(type, body))
    if (status === 201) this.entries.set(id, type)
  }

  #permission(): object {
    const random = this.#random
    const some = <T>(values: readonly T[], share: number) => values.filter(() => random.chance(share))
    return {
      canread_base: random.pick([10, 10, 10, 20, 30, 40]),
      canwrite_base: random.pick([20, 30, 40, 50]),
      canread: {
        users: some(this.#people, 0.1).map(({ id }) => id),
        teams: some(this.#teams, 0.15),
        teamgroups: some(this.#groups, 0.3).map(({ id }) => id),
      },
    }
  }

  async #edit(body: object): Promise<void> {
    const [id, type] = this.#random.pick([...this.entries])
    // Whoever may.
    for (const person of this.#people) {
      if ((await this.#send(person, (client) => client.patch(`${type}/${id}`, body))).status === 200) return
    }
  }

  async #remove(): Promise<void> {
    const [id, type] = this.#random.pick([...this.entries])
    for (const person of this.#people) {
      if ((await this.#send(person, (client) => client.delete(`${type}/${id}`))).status === 204) return
    }
  }

  async #addTo(children: string, body: object): Promise<void> {
    const [id, type] = this.#random.pick([...this.entries])
    for (const person of this.#people) {
      const path = `${type}/${id}/${children}`
      if ((await this.#send(person, (client) => client.post(path, body))).status === 201) return
    }
  }

  async #membership(userid: number, team: number): Promise<void> {
    const { ctx } = this.test
    const doing = this.#random.int(0, 4)
    if (doing === 0) await setAdmin(ctx, SYSTEM, userid, team, this.#random.chance(0.5))
    else if (doing === 1) await archiveMembership(ctx, SYSTEM, userid, team, this.#random.chance(0.5))
    else if (doing === 2) await removeMembership(ctx, SYSTEM, userid, team)
    else await this.#join(userid, team)
  }

  async #join(userid: number, team: number): Promise<void> {
    const { ctx } = this.test
    await change(ctx, SYSTEM, (work) => addMembership(work, userid, team, false))
    await archiveMembership(ctx, SYSTEM, userid, team, false)
  }

  async #makeGroup(): Promise<void> {
    const team = this.#random.pick(this.#teams)
    const group = await change(this.test.ctx, SYSTEM, (work) => addGroup(work, { team, name: 'Group' }))
    this.#groups.push(group)
  }

  async #group(userid: number, group: { id: number } | undefined): Promise<void> {
    if (!group) return
    const member = { teamgroup: group.id, userid }
    const doing = this.#random.chance(0.6) ? addMember : removeMember
    await change(this.test.ctx, SYSTEM, (work) => doing(work, member))
  }

  async #dropGroup(group: { id: number; team: number; name: string; version: number } | undefined) {
    if (!group) return
    this.#groups = this.#groups.filter(({ id }) => id !== group.id)
    const sweep = await change(this.test.ctx, SYSTEM, (work) => dropGroup(work, SYSTEM, group))
    await sweepNow(this.test.ctx, sweep)
  }
}

/** A person who is in no other team cannot be removed, a group may be gone by now. */
function ignoreRefusal(error: unknown): void {
  const { status, code } = error as { status?: number; code?: string }
  if (status === undefined && code === undefined) throw error
}
