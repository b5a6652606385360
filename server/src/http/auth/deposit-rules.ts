import type { EntityType } from '@aliquot/contract/common'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import { requireAdded, requireMade, requireReached, requireTemplate } from '../../access/deposit.ts'
import type { Db } from '../../db/schema.ts'
import { Forbidden } from '../../errors.ts'

/** The parsed parts of a request that a rule looks at. */
interface Path {
  entity_type?: EntityType
  id?: number
  subid?: number
}

interface Rule {
  /** The entry or file in the path. It is checked before the body is read. */
  path?(db: Db, actor: Actor, path: Required<Path>): Promise<void>
  query?(query: Record<string, unknown>): void
  /** The body; undefined if a form was sent. */
  body?(actor: Actor, body: Record<string, unknown> | undefined, path: Path): void
}

/** The operation of resumable uploads, which are outside of the contract. */
export const RESUMABLE_OPERATION = 'resumableUploads'

const reached: Rule['path'] = (db, actor, { entity_type, id }) => requireReached(db, actor, { type: entity_type, id })
const made: Rule['path'] = (db, actor, { entity_type, id }) => requireMade(db, actor, { type: entity_type, id })
const added: Rule['path'] = async (db, actor, path) => {
  await reached(db, actor, path)
  await requireAdded(db, actor, path.id, path.subid)
}

/**
 * All that a deposit key may do, by the name of the operation. Everything else is refused, also operations that are yet to come. The
 * rights of its owner are checked as usual.
 */
const RULES: Readonly<Record<string, Rule>> = {
  postEntity: { body: fromTemplate },
  readEntity: { path: made, query: onlyJson },
  patchEntity: { path: reached, body: onlyFieldValues },
  postEntityComments: { path: reached },
  postEntityUploads: { path: reached, body: onlyNewFiles },
  postEntityUploadFromText: { path: reached },
  postEntityUpload: { path: added, body: onlyForms },
  readEntityUploads: { path: made, query: onlyJson },
  readEntityUpload: { path: added, query: onlyJson },
  downloadEntityUpload: { path: added },
  // These answer only what the key made itself, or where it may deposit.
  getDeposits: {},
  getDepositTargets: {},
  postAgents: {},
  // The entry is in the metadata of the upload, so its service checks it.
  [RESUMABLE_OPERATION]: {},
}

/** The names of the operations that a deposit key may call at all. */
export const DEPOSIT_OPERATIONS: readonly string[] = Object.keys(RULES)

/** The first check of every request with a deposit key, before anything of it is read. */
export function requireDepositOperation({ routeOptions, headers }: FastifyRequest): void {
  const { operation } = routeOptions.config
  if (operation === undefined || !Object.hasOwn(RULES, operation)) throw new Forbidden('apikey.deposit_only')
  // The refusal would contain the current record.
  if (headers['if-match'] !== undefined) throw new Forbidden('apikey.deposit_not_this', { field: 'If-Match' })
}

/** The check of a path and its query. */
export async function requireDepositPath(
  db: Db,
  actor: Actor,
  operation: string,
  path: unknown,
  query: unknown,
): Promise<void> {
  const rule = RULES[operation]
  await rule?.path?.(db, actor, path as Required<Path>)
  rule?.query?.((query ?? {}) as Record<string, unknown>)
}

export function requireDepositBody(actor: Actor, operation: string, path: unknown, body: unknown): void {
  RULES[operation]?.body?.(actor, body as Record<string, unknown> | undefined, path as Path)
}

function fromTemplate(actor: Actor, body: Record<string, unknown> = {}, { entity_type }: Path = {}): void {
  if (entity_type !== 'experiments' && entity_type !== 'items') throw new Forbidden('apikey.deposit_only')
  requireTemplate(actor, body.template)
}

/** Values of extra fields; the answer is then empty. */
function onlyFieldValues(_actor: Actor, body: Record<string, unknown> = {}): void {
  if (body.action === 'updatemetadatafield') return
  const field = Object.keys(body).find((name) => name !== 'metadatamerge' && name !== 'action')
  if (field !== undefined) throw new Forbidden('apikey.deposit_not_this', { field })
  if (body.action !== undefined && body.action !== 'update')
    throw new Forbidden('apikey.deposit_not_this', { field: 'action' })
}

function onlyNewFiles(_actor: Actor, body: Record<string, unknown> | undefined): void {
  if (body && body.action !== 'createfromstring') throw new Forbidden('apikey.deposit_not_this', { field: 'action' })
}

function onlyForms(_actor: Actor, body: Record<string, unknown> | undefined): void {
  if (body) throw new Forbidden('apikey.deposit_not_this', { field: 'action' })
}

/** No exports, pictures or earlier states. */
function onlyJson({ format, as_of }: Record<string, unknown>): void {
  if (as_of !== undefined) throw new Forbidden('apikey.deposit_not_this', { field: 'as_of' })
  if (format !== undefined && format !== '' && format !== 'json' && format !== 'binary')
    throw new Forbidden('apikey.deposit_not_this', { field: 'format' })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the endpoint. */
    operation?: string
  }
}
