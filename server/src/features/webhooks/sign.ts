import { createHmac } from 'node:crypto'

interface Message {
  id: string
  /** In seconds. */
  timestamp: number
  body: string
}

/** The headers of Standard Webhooks 1.0, with one signature for each key. */
export function signedHeaders({ id, timestamp, body }: Message, keys: readonly Buffer[]): Record<string, string> {
  const signatures = keys.map(
    (key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
