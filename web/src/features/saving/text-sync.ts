import { isTooLong, TITLE_LIMIT } from '@aliquot/contract/limits'
import type { Refused } from '../../api/refused.ts'
import { etagOfVersion, versionNumber } from '../../api/versions.ts'
import { retryDelay } from '../../sync/retry.ts'
import type { ConflictChoice, MergeJob, SaveStatus, Texts } from '../../sync/sync.types.ts'
import {
  isRemembered,
  type SaveAnswer,
  type Sending,
  type Surroundings,
  type TextEffect,
  type TextEvent,
  type TextState,
  textsIn,
  type UnsavedText,
  type Version,
} from '../../sync/text-state.ts'
import { holdsChanges } from './merge.ts'
import { changeTo, joinBodies, joinTexts, joinTitles, mergeVersions } from './text-join.ts'

const IDLE_BEFORE_SAVE = 350
const MOST_BEFORE_SAVE = 800
const KEEP_EVERY = 100
const KEEP_LONG_TEXT_EVERY = 300
const LONG_TEXT = 100_000
const RETRY_AFTER_REFUSAL = 15_000
/**
 * How often a save that may have arrived is resent although its content is refused: the refusal may come from something
 * in between.
 */
const MOST_ASKS = 5

/** One step: the new state, and its effects in order. */
export function stepText(
  before: TextState,
  event: TextEvent,
  surroundings: Surroundings,
): { state: TextState; effects: TextEffect[] } {
  const turn: Turn = { ...surroundings, state: { ...before }, effects: [] }
  const handle = handlers[event.do] as (turn: Turn, event: TextEvent) => void
  handle(turn, event)
  return { state: turn.state, effects: turn.effects }
}

/** A step in progress: a copy of the state, and the effects so far. */
interface Turn extends Surroundings {
  state: TextState
  effects: TextEffect[]
}

type Handlers = { [Kind in TextEvent['do']]: (turn: Turn, event: Extract<TextEvent, { do: Kind }>) => void }

const handlers: Handlers = {
  title(turn, { title }) {
    if (title === turn.state.title) return
    turn.state.title = title
    noteEdit(turn)
  },
  body(turn, { body }) {
    turn.state.body = body
    noteEdit(turn)
  },
  compose: (turn, { isComposing }) => setComposing(turn, isComposing),
  replace(turn, { texts }) {
    Object.assign(turn.state, { title: texts.title, body: texts.body })
    turn.effects.push({ do: 'replace', texts })
    noteEdit(turn)
  },
  keepDue: keep,
  saveDue: save,
  mergeDue: mergeWaiting,
  answer: (turn, { answer }) => takeAnswer(turn, answer),
  remote: (turn, { version }) => takeNews(turn, version),
  resolve: (turn, { choice }) => resolve(turn, choice),
  giveUp,
  restore: (turn, { unsaved }) => restore(turn, unsaved),
  retry(turn) {
    const { state } = turn.state.status
    if (state === 'offline' || state === 'error') save(turn)
  },
  flush(turn) {
    const { revision, savedRevision, sending, failures } = turn.state
    if (revision <= savedRevision && !sending) return
    keep(turn)
    if (failures === 0) turn.effects.push({ do: 'next', event: { do: 'saveDue' } })
  },
}

function readTexts({ state }: Turn): Texts {
  const texts = textsIn(state)
  state.body = texts.body
  return texts
}

function setStatus({ state, effects }: Turn, next: SaveStatus): void {
  if (next.state === state.status.state && next.state !== 'saved' && next.state !== 'error') return
  state.status = next
  effects.push({ do: 'changed' })
}

function noteEdit(turn: Turn): void {
  const { state, now } = turn
  state.revision += 1
  state.firstUnsaved ??= now
  if (state.status.state === 'saved') setStatus(turn, { state: 'saving' })
  scheduleKeeping(turn)
  if (state.failures === 0 && !state.request) scheduleSave(turn, untilSave(turn))
}

function untilSave({ state, now }: Turn): number {
  const waited = now - (state.firstUnsaved ?? now)
  return Math.max(0, Math.min(IDLE_BEFORE_SAVE, MOST_BEFORE_SAVE - waited))
}

function scheduleSave({ effects }: Turn, wait: number): void {
  effects.push({ do: 'saveAfter', wait })
}

function scheduleKeeping({ state, effects, now }: Turn): void {
  if (state.isKeepingDue) return
  state.isKeepingDue = true
  const every = state.known.body.length < LONG_TEXT ? KEEP_EVERY : KEEP_LONG_TEXT_EVERY
  effects.push({ do: 'keepAfter', wait: Math.max(0, state.lastKeptAt + every - now) })
}

function cancelKeeping({ state, effects }: Turn): void {
  if (state.isKeepingDue) effects.push({ do: 'cancelKeeping' })
  state.isKeepingDue = false
}

function keep(turn: Turn): void {
  const { state, effects, now } = turn
  cancelKeeping(turn)
  state.lastKeptAt = now
  const { kind, etag, base, known, sending } = state
  const sent = { sending: sending?.texts, save: sending?.isGuessed ? undefined : sending?.name }
  effects.push({ do: 'keep', unsaved: { kind, etag, base, known, current: readTexts(turn), ...sent, at: now } })
}

function save(turn: Turn) {
  const { state, effects } = turn
  effects.push({ do: 'cancelSave' })
  if (state.request || state.apart || state.mergeLater) return
  const [leftover] = state.leftovers
  if (!state.sending && !state.isComposing && leftover) return askForLeftover(turn, leftover)
  const texts = state.sending?.texts ?? textsToSend(readTexts(turn), state.known)
  const change = changeTo(texts, state.known)
  if (!state.sending) state.sentRevision = state.revision
  if (change) return sendTexts(turn, texts, change)
  state.failures = 0
  state.sending = undefined
  settle(turn, state.sentRevision)
}

/** The main text does not wait for a title that the service would refuse. */
function textsToSend({ title, body }: Texts, known: Texts): Texts {
  return body !== known.body && isTooLong(title, TITLE_LIMIT) ? { title: known.title, body } : { title, body }
}

function sendTexts(turn: Turn, texts: Texts, change: Partial<Texts>): void {
  const { state, effects, now, newKey } = turn
  const { sending } = state
  const name = sending?.name ?? { key: newKey(), at: now }
  const isGuessed = sending !== undefined && (sending.isGuessed || !isRemembered(sending.name, now))
  const refusals = sending?.refusals ?? 0
  const sent = { texts, name, isRepeated: sending !== undefined, isGuessed, refusals }
  state.sending = sent
  state.request = { of: 'save', sent }
  keep(turn)
  setStatus(turn, { state: 'saving' })
  state.firstUnsaved = undefined
  effects.push({ do: 'send', change, etag: state.etag, key: name.key })
}

function takeAnswer(turn: Turn, answer: SaveAnswer) {
  const { state } = turn
  const { request } = state
  state.request = undefined
  if (!request) return
  if (answer.kind === 'unreachable') return retryLater(turn)
  state.failures = 0
  const [leftover] = state.leftovers
  if (request.of === 'leftover') {
    if (leftover) takeLeftoverAnswer(turn, leftover, answer)
    return
  }
  const { sent } = request
  if (answer.kind === 'refused') return takeRefusal(turn, sent, answer)
  state.sending = undefined
  if (answer.kind === 'stale') return takeRemote(turn, answer, sent.isGuessed ? sent.texts : undefined)
  takeSaved(turn, sent.texts, answer)
}

/** A save that may have arrived is resent; otherwise only the current text is sent. */
function takeRefusal(turn: Turn, sent: Sending, answer: SaveAnswer & { kind: 'refused' }): void {
  const { state } = turn
  const refusals = sent.refusals + 1
  const isOver = !sent.isRepeated || (isAboutContent(answer.status) && refusals >= MOST_ASKS)
  state.sending = isOver || !state.sending ? undefined : { ...sent, refusals }
  refuse(turn, answer)
}

function takeSaved(turn: Turn, texts: Texts, answer: SaveAnswer & { kind: 'saved' }) {
  const { state, effects } = turn
  // The same object if the service changed nothing, to store it once.
  state.known = changeTo(texts, answer.texts) ? texts : answer.texts
  effects.push({ do: 'saved', version: answer })
  if (versionNumber(answer.etag) === answer.savedVersion) {
    state.base = answer.texts
    state.etag = answer.etag
    return settle(turn, state.sentRevision)
  }
  // Others have changed the entry since: the text that was saved is the common base of theirs and mine.
  state.base = texts
  state.etag = etagOfVersion(answer.savedVersion)
  takeRemote(turn, answer)
}

function settle(turn: Turn, sentRevision: number) {
  const { state, effects, now } = turn
  state.savedRevision = Math.max(state.savedRevision, sentRevision)
  if (changeTo(readTexts(turn), state.known)) {
    state.firstUnsaved ??= now
    keep(turn)
    return scheduleSave(turn, untilSave(turn))
  }
  if (state.leftovers.length > 0) return scheduleSave(turn, 0)
  state.savedRevision = state.revision
  state.firstUnsaved = undefined
  cancelKeeping(turn)
  effects.push({ do: 'clear' })
  setStatus(turn, { state: 'saved', at: now })
}

function retryLater(turn: Turn): void {
  turn.state.failures += 1
  setStatus(turn, { state: 'offline' })
  scheduleSave(turn, retryDelay(turn.state.failures))
}

function refuse(turn: Turn, { message, status, reason, field, params }: Refused): void {
  setStatus(turn, { state: 'error', message, status, reason, field, params })
  keep(turn)
  scheduleSave(turn, RETRY_AFTER_REFUSAL)
}

function takeNews(turn: Turn, version: Version): void {
  const { apart, etag, request, sending, mergeLater } = turn.state
  if (versionNumber(version.etag) <= versionNumber(apart?.etag ?? etag)) return
  // The pending answer will bring it, unless it is a refusal.
  if (request || sending || mergeLater) turn.state.waiting = version
  else takeRemote(turn, version)
}

/** Merges the service's version into this one. `unconfirmed` was sent, and may or may not have arrived. */
function takeRemote(turn: Turn, remote: Version, unconfirmed?: Texts) {
  const { state, effects } = turn
  if (state.isComposing) {
    state.mergeLater = { remote, unconfirmed }
    return keep(turn)
  }
  const { kind } = state
  const base = { ...state.base }
  const known = { ...state.known }
  for (const field of ['title', 'body'] as const) {
    const sent = unconfirmed?.[field]
    if (sent === undefined) continue
    if (!holdsChanges({ mine: sent, base: base[field], theirs: remote.texts[field], kind }, turn.merge)) continue
    base[field] = sent
    known[field] = sent
  }
  const { title, body } = mergeVersions({ kind, base, known }, readTexts(turn), remote.texts, turn.merge)
  if (title !== undefined && body !== undefined) return adopt(turn, remote, { title, body })
  state.apart = remote
  keep(turn)
  setStatus(turn, { state: 'conflict' })
  effects.push({ do: 'changed' })
}

/** Continues from the service's version with these texts. */
function adopt(turn: Turn, remote: Version, texts: Texts): void {
  const { state, effects } = turn
  const isReplaced = changeTo(readTexts(turn), texts) !== undefined
  Object.assign(state, {
    apart: undefined,
    waiting: undefined,
    base: remote.texts,
    known: remote.texts,
    etag: remote.etag,
  })
  Object.assign(state, { title: texts.title, body: texts.body })
  if (isReplaced) effects.push({ do: 'replace', texts })
  if (state.status.state === 'conflict') setStatus(turn, { state: 'saving' })
  settle(turn, state.revision)
  effects.push({ do: 'changed' })
}

function setComposing(turn: Turn, isComposing: boolean): void {
  const { state } = turn
  if (state.isComposing === isComposing) return
  state.isComposing = isComposing
  if (isComposing) return
  if (state.mergeLater) turn.effects.push({ do: 'next', event: { do: 'mergeDue' } })
  if (state.leftovers.length > 0) scheduleSave(turn, 0)
}

function mergeWaiting(turn: Turn): void {
  const { isComposing, mergeLater } = turn.state
  if (isComposing || !mergeLater) return
  turn.state.mergeLater = undefined
  takeRemote(turn, mergeLater.remote, mergeLater.unconfirmed)
}

function resolve(turn: Turn, choice: ConflictChoice): void {
  const { state } = turn
  const { apart } = state
  if (!apart) return
  const mine = readTexts(turn)
  const theirs = apart.texts
  const texts = choice === 'both' ? joinTexts(state, mine, theirs, turn.merge) : { mine, theirs }[choice]
  state.revision += 1
  adopt(turn, apart, texts)
  turn.effects.push({ do: 'next', event: { do: 'saveDue' } })
}

/** Drops the unsaved text. */
function giveUp(turn: Turn): void {
  const { state, effects } = turn
  const base = { texts: state.base, etag: state.etag }
  const there = newestOf(state.apart ?? base, state.waiting ?? base)
  effects.push({ do: 'cancelSave' })
  Object.assign(state, { sending: undefined, mergeLater: undefined, failures: 0, leftovers: [] })
  adopt(turn, there, there.texts)
}

function newestOf(a: Version, b: Version): Version {
  return versionNumber(b.etag) > versionNumber(a.etag) ? b : a
}

function restore(turn: Turn, unsaved: readonly UnsavedText[]) {
  const { state, effects } = turn
  const [first, ...others] = unsaved
  if (!first) return
  if (state.revision > 0) {
    state.leftovers = [...state.leftovers, ...unsaved]
    setStatus(turn, { state: 'saving' })
    return scheduleSave(turn, 0)
  }
  state.leftovers = [...state.leftovers, ...others]
  continueFrom(turn, first)
  state.revision += 1
  if (state.sending || state.apart || changeTo(readTexts(turn), state.known)) keep(turn)
  effects.push({ do: 'adopted', unsaved: first })
  scheduleSave(turn, 0)
}

/** Continues where another page stopped. */
function continueFrom(turn: Turn, unsaved: UnsavedText): void {
  const { state, effects, now } = turn
  const present = { texts: state.base, etag: state.etag }
  const { current, etag, base, known, sending, save: name } = unsaved
  const isReplaced = changeTo(readTexts(turn), current) !== undefined
  Object.assign(state, { title: current.title, body: current.body, etag, base, known })
  const isGuessed = !isRemembered(name, now)
  state.sending = sending && { texts: sending, name, isRepeated: true, isGuessed, refusals: 0 }
  setStatus(turn, { state: 'saving' })
  if (isReplaced) effects.push({ do: 'replace', texts: current })
  if (versionNumber(present.etag) === versionNumber(etag)) return
  // The service knows whether the save arrived: resend it, and the answer brings the current version.
  if (sending && !isGuessed) {
    state.waiting = present
    return
  }
  state.sending = undefined
  takeRemote(turn, present, sending)
}

/** Resends the save of another page, to learn whether it arrived. */
function askForLeftover(turn: Turn, leftover: UnsavedText) {
  const { state, effects, now } = turn
  const { sending, save: name, known, base, etag } = leftover
  const change = sending && changeTo(sending, known)
  if (!change || !name || !isRemembered(name, now)) return addLeftover(turn, leftover, base, { isRelated: true })
  state.request = { of: 'leftover' }
  setStatus(turn, { state: 'saving' })
  effects.push({ do: 'send', change, etag, key: name.key })
}

function takeLeftoverAnswer(turn: Turn, leftover: UnsavedText, answer: Exclude<SaveAnswer, { kind: 'unreachable' }>) {
  if (answer.kind === 'refused') {
    if (!isAboutContent(answer.status)) return refuse(turn, answer)
    return addLeftover(turn, leftover, leftover.base, { isRelated: true })
  }
  if (versionNumber(answer.etag) > versionNumber(turn.state.etag)) takeRemote(turn, answer)
  const start = answer.kind === 'saved' ? leftover.sending : undefined
  addLeftover(turn, leftover, start ?? leftover.base, { isRelated: false })
}

/** Merges the unsaved text of another page. What cannot be merged is appended. */
type Relation = Required<Pick<MergeJob, 'isRelated'>>

function addLeftover(turn: Turn, leftover: UnsavedText, start: Texts, relation: Relation): void {
  const { state, effects } = turn
  const here = readTexts(turn)
  const { current: left } = leftover
  const mergeField = (field: keyof Texts) => {
    const sides = { mine: left[field], base: start[field], theirs: here[field] }
    return turn.merge({ ...sides, kind: field === 'title' ? 'markdown' : state.kind, ...relation, typedIn: 'theirs' })
  }
  const next = {
    title: mergeField('title') ?? joinTitles(here.title, left.title),
    body: mergeField('body') ?? joinBodies(here.body, left.body, state.kind),
  }
  state.leftovers = state.leftovers.filter((one) => one !== leftover)
  if (changeTo(next, here)) {
    Object.assign(state, next)
    effects.push({ do: 'replace', texts: next })
    state.revision += 1
  }
  keep(turn)
  effects.push({ do: 'adopted', unsaved: leftover })
  if (!state.apart) settle(turn, state.savedRevision)
}

/** Rights and sessions may change; an invalid text stays invalid. */
function isAboutContent(status: number | undefined): boolean {
  return status !== 401 && status !== 403 && status !== 404
}
