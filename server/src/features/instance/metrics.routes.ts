import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { NotFound } from '../../errors.ts'
import { instanceLines } from './metrics.instance.ts'
import { openMetrics } from './metrics.ts'

/** `/metrics` in the text format of Prometheus. Bound only if enabled, so it costs nothing otherwise. */
export function serveMetrics(app: FastifyInstance, ctx: Context): void {
  const metrics = openMetrics()
  app.addHook('onClose', async () => metrics.close())

  app.addHook('onRequest', (request, reply, done) => {
    const ended = metrics.begin()
    let isCounted = false
    const count = () => {
      if (!isCounted) ended(request.routeOptions.url ?? '(unknown)', reply.statusCode)
      isCounted = true
    }
    // `close` fires for every request, even if the client leaves early.
    reply.raw.once('close', count)
    // What goes on for hours is answered with its beginning.
    reply.raw.once('begun', count)
    done()
  })

  app.get('/metrics', async (request, reply) => {
    // The address of the connection itself: what a proxy says about its client must not open this.
    const isLocal = isLoopback(request.raw.socket.remoteAddress) && isLoopback(request.ip) && !isForwarded(request)
    if (!isLocal && !ctx.config.METRICS_REMOTE) throw new NotFound('api.nothing')
    reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').header('cache-control', 'no-store')
    return reply.send(metrics.text(ctx.counters, ctx.db.writeQueue(), await instanceLines(ctx)))
  })
}

const OF_PROXIES = /^(forwarded|via|x-real-ip|x-forwarded-.*)$/

/** A proxy on this machine may forward anybody's request, even a proxy that is not configured, as its headers show. */
function isForwarded({ headers }: FastifyRequest): boolean {
  return Object.keys(headers).some((name) => OF_PROXIES.test(name))
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(::1|(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/.test(address)
}
