import type { FastifyInstance } from 'fastify'
import type { Bound } from '../../http/route.ts'

export function serveDocs(_app: FastifyInstance, _bound: readonly Bound[]): void {}
