import type { FastifyInstance } from 'fastify'

export function serveWeb(_app: FastifyInstance): void {}
