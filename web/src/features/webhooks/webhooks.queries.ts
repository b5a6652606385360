import type { EntityType } from '@aliquot/contract/common'
import { type WebhookScope, webhooks } from '@aliquot/contract/webhooks'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export function webhooksOf(scope: WebhookScope) {
  return queryOptions({
    queryKey: ['webhooks', scope],
    queryFn: async () => (await call(webhooks.list, { query: { scope } })).data,
    staleTime: 0,
  })
}

/** What a person chooses for a webhook. */
export interface Chosen {
  url: string
  kinds: string[]
  entity_type: EntityType | null
}

/** Creates a webhook and returns its secret. Not a mutation, because the library would keep the secret in memory. */
export async function createWebhook(scope: WebhookScope, chosen: Chosen): Promise<string> {
  return (await call(webhooks.add, { body: { ...chosen, scope } })).data.secret
}

export function changeWebhook(id: number, body: Partial<Chosen> & { active?: 0 | 1 }): Promise<unknown> {
  return call(webhooks.patch, { params: { id }, body })
}

export function removeWebhook(id: number, options: { keepalive?: boolean }): Promise<unknown> {
  return call(webhooks.remove, { params: { id }, ...options })
}

/** Names a removal that can still be undone. */
export function removalOf(id: number): string {
  return `webhook:${id}`
}

export async function testWebhook(id: number) {
  return (await call(webhooks.act, { params: { id }, body: { action: 'test' } })).data.delivery
}

export async function rotateSecret(id: number): Promise<string> {
  return (await call(webhooks.act, { params: { id }, body: { action: 'rotate' } })).data.secret ?? ''
}

export function redeliverSince(id: number, since: string): Promise<unknown> {
  return call(webhooks.act, { params: { id }, body: { action: 'redeliver', since } })
}

export async function redeliverOne(id: number, did: number) {
  return (await call(webhooks.redeliver, { params: { id, did }, body: { action: 'redeliver' } })).data
}

const PAGE_SIZE = 20

export function deliveriesOf(id: number) {
  return infiniteQueryOptions({
    queryKey: ['webhook deliveries', id],
    queryFn: async ({ pageParam, signal }) =>
      (await call(webhooks.deliveries, { params: { id }, query: { limit: PAGE_SIZE, offset: pageParam }, signal }))
        .data,
    initialPageParam: 0,
    getNextPageParam: (page, pages) => (page.length < PAGE_SIZE ? undefined : pages.length * PAGE_SIZE),
    staleTime: 0,
  })
}
