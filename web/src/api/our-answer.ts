/** An answer with its whole text, which may break off like the connection. */
export interface Received {
  response: Response
  text: string
  /** The body is a file, or was not requested. */
  isFile?: true
  /** The endpoint's status of success. */
  status?: number
}

export interface Ours {
  response: Response
  /** The JSON of the answer, if any. */
  data: unknown
}

/**
 * Returns the answer if it is the service's own, otherwise undefined. Captive portals, maintenance pages and proxies stand
 * between a page and its service, and their `200` must not make the page forget an unsent comment. Any other answer counts
 * as no answer. An answer is the service's if
 * - it carries an `X-Request-Id`, which the service always sets, and
 * - its status is the success that the contract names, or a refusal, and
 * - its body fits: JSON with 200, JSON or nothing with 201, nothing with 204, JSON with a `message` for a refusal. The body
 *   of a file or of a HEAD request is not checked.
 * One refusal of a proxy counts, too: 413. A text that is too long for the proxy today will be too long tomorrow.
 */
export function readOurs({ response, text, isFile, status }: Received): Ours | undefined {
  if (response.status === 413) return { response, data: parse(response, text) }
  if (!response.headers.get('x-request-id')) return undefined
  if (response.ok && status !== undefined && status !== response.status) return undefined
  if (isFile && response.ok) return { response, data: undefined }
  const data = parse(response, text)
  return hasShape(response, text, data, isFile) ? { response, data } : undefined
}

function hasShape({ status, ok }: Response, text: string, data: unknown, isFile = false): boolean {
  if (!ok) return isFile || (isRecord(data) && typeof data.message === 'string')
  if (status === 200) return data !== undefined
  if (status === 201) return data !== undefined || text === ''
  return status === 204 || status === 202
}

function parse(response: Response, text: string): unknown {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
