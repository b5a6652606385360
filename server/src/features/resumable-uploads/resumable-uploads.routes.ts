import { say } from '@aliquot/contract/refusals/say'
import {
  OFFSET_TYPE,
  RESUMABLE_UPLOADS,
  TUS_EXTENSIONS,
  TUS_VERSION,
  UPLOAD_ID_HEADER,
} from '@aliquot/contract/resumable-uploads'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { InvalidInput, Refusal } from '../../errors.ts'
import { KEPT_MS } from '../../files/partial-places.ts'
import type { Admit } from '../../http/auth/admit.ts'
import { RESUMABLE_OPERATION } from '../../http/auth/deposit-rules.ts'
import { baseUrlOf } from '../../http/requests/base-url.ts'
import { letGo } from '../../http/requests/form.ts'
import { readOnce } from '../../http/requests/input.ts'
import { readReason } from '../../http/requests/reason.ts'
import { API } from '../../http/route.ts'
import { finishResumable, requireOwn } from './resumable-uploads.service.ts'
import { answerTus } from './tus.ts'

const PATH = API + RESUMABLE_UPLOADS
const BEGIN = { method: 'POST' } as const

/**
 * Resumable uploads by the tus protocol. Outside of the contract, because its answers are headers and its bodies are
 * not JSON. Each request is authenticated as usual.
 */
export function serveResumableUploads(app: FastifyInstance, ctx: Context, admit: Admit): void {
  // Handlers read the bytes as they arrive.
  app.addContentTypeParser(OFFSET_TYPE, (_request, _body, done) => done(null))
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('tus-resumable', TUS_VERSION).header('cache-control', 'no-store')
    request.actor = await admit(request, reply)
  }
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      return await handle(ctx, request, reply)
    } finally {
      letGo(request.raw)
    }
  }
  const config = { operation: RESUMABLE_OPERATION }
  app.route({ method: 'POST', url: PATH, onRequest, handler, config })
  app.route({ method: ['HEAD', 'PATCH', 'DELETE'], url: `${PATH}/:id`, onRequest, handler, config })
}

async function handle(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { method, raw } = request
  requireProtocol(request)
  const actor = { ...requireActor(request), reason: readReason(request) }
  // Before anything happens, because it may be refused.
  const base = baseUrlOf(ctx, request)
  const once = method === 'POST' ? readOnce(BEGIN, request, actor, '') : undefined
  const { id: asked } = request.params as { id?: string }
  const { id, response } = await answerTus(ctx, { actor, method, id: asked, once, raw })
  for (const name of ANSWERED) {
    const value = response.headers.get(name)
    if (value !== null) reply.header(name, value)
  }
  if (method === 'POST') reply.header('location', `${base}${PATH}/${id}`)
  if (method !== 'DELETE') await sendState(ctx, actor, id, reply)
  return reply.code(response.status).send()
}

const ANSWERED = ['upload-offset', 'upload-length', 'upload-metadata']

/** Turns a complete upload into a file and names it; of an incomplete one, says how long it is kept. */
async function sendState(ctx: Context, actor: Actor, id: string, reply: FastifyReply): Promise<void> {
  const upload = await requireOwn(ctx, actor, id)
  if (upload.offset === upload.size) {
    reply.header(UPLOAD_ID_HEADER, String(await finishResumable(ctx, actor, upload)))
  } else {
    reply.header('upload-expires', new Date(upload.touchedAt + KEPT_MS).toUTCString())
  }
}

function requireActor({ actor }: FastifyRequest): Actor {
  if (!actor) throw new Error('nobody has been let in')
  return actor
}

/** Checks that the library would refuse in other words. */
function requireProtocol({ method, headers }: FastifyRequest): void {
  if (headers['tus-resumable'] !== TUS_VERSION) {
    const said = say('resumable.version', { field: 'Tus-Resumable', version: TUS_VERSION })
    throw new Refusal(412, said, { headers: { 'tus-version': TUS_VERSION } })
  }
  if (headers['upload-concat'] !== undefined)
    throw new InvalidInput('resumable.unsupported', { field: 'Upload-Concat' })
  if (headers['upload-defer-length'] !== undefined)
    throw new InvalidInput('resumable.unsupported', { field: 'Upload-Defer-Length' })
  if (method === 'POST' && !isNumber(headers['upload-length'])) {
    throw new InvalidInput('resumable.not_bytes', { field: 'Upload-Length' })
  }
  if (method !== 'PATCH') return
  if (!isNumber(headers['upload-offset'])) throw new InvalidInput('resumable.not_bytes', { field: 'Upload-Offset' })
  if (headers['content-type'] !== OFFSET_TYPE) {
    throw new Refusal(415, say('resumable.wrong_type', { field: 'Content-Type', type: OFFSET_TYPE }))
  }
}

function isNumber(value: unknown): boolean {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) && String(Number(value)) === value
}

/** The protocol headers in the answer to OPTIONS. */
export function describeResumableUploads({ config }: Context, { url }: FastifyRequest): Record<string, string> {
  if (!url.startsWith(PATH)) return {}
  return {
    'tus-resumable': TUS_VERSION,
    'tus-version': TUS_VERSION,
    'tus-extension': TUS_EXTENSIONS,
    'tus-max-size': String(config.MAX_UPLOAD_SIZE),
  }
}
