import type { FeedChange } from '@aliquot/contract/changes'
import type { QueryKey } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { isStaleAfter } from './what-changed.ts'

const KEYS: Record<string, QueryKey> = {
  entry: entryKeys.entry(7),
  comments: entryKeys.comments(7),
  steps: entryKeys.steps(7),
  files: entryKeys.files(7),
  requests: entryKeys.requests(7),
  timeline: entryKeys.timeline(7),
  'another entry': entryKeys.entry(8),
  'files of another': entryKeys.files(8),
  experiments: [...entryKeys.lists, { type: 'experiments', q: 'gel' }, { offset: 0, limit: 100 }],
  resources: [...entryKeys.lists, { type: 'items' }, { offset: 0, limit: 100 }],
  groups: [...entryKeys.groups, { type: 'experiments', by: 'status' }],
  dashboard: [...entryKeys.all, 'dashboard', 'own'],
  titles: ['titles', ['experiments 7']],
  'own requests': ['requests', 'own'],
  notifications: ['notifications', 'unseen'],
  labels: ['labels', 1, 'experiments_status'],
  todo: ['todolist'],
  webhooks: ['webhooks', 'team'],
  session: ['session'],
}

const EVERYWHERE = ['experiments', 'groups', 'dashboard']

test.each<[FeedChange['kind'], Partial<FeedChange>, string[]]>([
  ['experiment.updated', { fields: ['body'] }, ['entry', 'timeline', ...EVERYWHERE]],
  ['experiment.updated', { fields: ['title'] }, ['entry', 'timeline', ...EVERYWHERE, 'titles']],
  ['experiment.deleted', {}, ['entry', 'comments', 'steps', 'files', 'requests', 'timeline', ...EVERYWHERE]],
  ['comment.created', { subject: { type: 'comment', id: 3 } }, ['entry', 'comments', 'timeline', ...EVERYWHERE]],
  ['step.updated', { subject: { type: 'step', id: 3 } }, ['entry', 'steps', 'timeline', ...EVERYWHERE]],
  ['upload.replaced', { subject: { type: 'upload', id: 3 } }, ['entry', 'files', 'timeline', ...EVERYWHERE]],
  ['link.created', { subject: { type: 'link', id: 8 } }, ['entry', 'timeline', 'another entry', ...EVERYWHERE]],
  [
    'request.created',
    { subject: { type: 'request', id: 3 } },
    ['entry', 'requests', 'timeline', ...EVERYWHERE, 'own requests'],
  ],
  ['label.updated', { entity: null }, [...EVERYWHERE, 'resources', 'labels']],
  ['todo.created', { entity: null }, ['todo']],
  ['notification.updated', { entity: null }, ['notifications']],
  ['webhook.updated', { entity: null }, ['webhooks']],
  ['apikey.created', { entity: null }, []],
])('%s with %o is read again where it shows', (kind, given, shown) => {
  const change: FeedChange = {
    cursor: '',
    at: '',
    kind,
    entity: { type: 'experiments', id: 7, elabid: null, title: 'Gel' },
    subject: { type: 'entity', id: 7 },
    author: null,
    fields: [],
    ...given,
  }
  const stale = Object.keys(KEYS).filter((name) => isStaleAfter(change, KEYS[name] ?? []))
  expect(stale.sort()).toEqual([...shown].sort())
})
