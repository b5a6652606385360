import { EntityType } from '@aliquot/contract/common'
import { say } from '@aliquot/contract/refusals/say'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.ts'
import { Forbidden, InvalidInput, NotFound, Refusal } from '../errors.ts'
import { parseInput } from '../lib/parse-input.ts'
import { pathOf } from './answers/refusals.ts'
import type { Admit } from './auth/admit.ts'
import { idOf } from './requests/input.ts'
import { API, type Bound } from './route.ts'

/** Answers requests without a route: unsupported verbs, unknown endpoints, and all paths outside the API. */
export function unknownPathAnswer(admit: Admit, bound: readonly Bound[]) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<never> => {
    const [root, version, ...segments] = pathOf(request).split('/').filter(Boolean)
    if (root !== 'api' || !/^v\d+$/.test(version ?? '')) throw new NotFound('api.nothing')
    if (version === 'v1') throw new Refusal(410, say('api.v1_gone', { api: API }))
    if (`/api/${version}` !== API) throw new InvalidInput('api.unknown_version', { version: String(version), api: API })
    const actor = await admit(request)
    throw await explain(bound, actor, request.method, segments)
  }
}

/** Explains what is wrong with the path and what would be right. */
async function explain(bound: readonly Bound[], actor: Actor, method: string, segments: string[]): Promise<Refusal> {
  const [name = '', id, submodel, ...rest] = segments
  const under = bound.filter(({ endpoint }) => fits(segmentsOf(endpoint.path)[0], name))
  if (under.length === 0) {
    return new InvalidInput('api.unknown_endpoint', { name: shorten(name) || '(none)', known: knownNames(bound, 0) })
  }
  const isEntity = EntityType.safeParse(name).success
  const changes = method === 'PATCH' || method === 'DELETE'
  if (id === undefined) {
    return isEntity && changes ? new Forbidden('api.name_entry') : lacking(under, method, 1)
  }
  // A missing or hidden record takes precedence over an error behind it.
  const one = under.find(({ endpoint, before }) => before && segmentsOf(endpoint.path).length === 2)
  if (one?.before && one.endpoint.params) {
    await one.before(actor, parseInput(one.endpoint.params, { entity_type: name, id: idOf(id, actor) }, 'id'))
  }
  if (submodel === undefined) return lacking(under, method, 2)
  const within = under.filter(({ endpoint }) => segmentsOf(endpoint.path)[2] === submodel)
  if (within.length === 0) {
    return new InvalidInput('api.unknown_submodel', {
      parent: name,
      name: shorten(submodel),
      known: knownNames(under, 2),
    })
  }
  const takes = within.some(({ endpoint }) => endpoint.method === method)
  if (rest.length === 0 && isEntity && changes && takes) return new NotFound('api.name_one', { submodel })
  return lacking(within, method, Math.min(segments.length, 4))
}

/** The path exists, or is too long, but not with this verb. */
function lacking(bound: readonly Bound[], method: string, length: number): Refusal {
  const verbs = bound
    .filter(({ endpoint }) => segmentsOf(endpoint.path).length === length)
    .map(({ endpoint }) => endpoint.method)
  if (verbs.length === 0) return new InvalidInput('api.no_method', { method })
  return new InvalidInput('api.wrong_method', { method, known: sorted(verbs) })
}

function fits(segment: string | undefined, name: string): boolean {
  return segment === ':entity_type' ? EntityType.safeParse(name).success : segment === name
}

function knownNames(bound: readonly Bound[], position: number): string[] {
  const names = bound.flatMap(({ endpoint }) => {
    const segment = segmentsOf(endpoint.path)[position]
    if (segment === ':entity_type') return EntityType.options
    return segment === undefined || segment.startsWith(':') ? [] : [segment]
  })
  return sorted(names)
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort()
}

function segmentsOf(path: string): string[] {
  return path.split('/').slice(1)
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
