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
 * No answer that is not the service's is taken for one. Between a page and its service are captive portals, maintenance pages and
 * proxies, and a `200` of theirs must not end the keeping of a comment. An answer is the service's when
 * - it carries the `X-Request-Id` that the service sets on each, and
 * - it has the status of success that the contract names, or one of refusal, and
 * - it has the shape of one: JSON with 200, JSON or nothing with 201, nothing with 204; a refusal is JSON with a `message`.
 *   What is a file, or was asked for by HEAD, has no shape.
 * One refusal of a proxy counts: 413, since what is too long for it will be too long tomorrow.
 * Undefined for any other answer, which is then as good as none: the way to the service is cut.
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
  return status === 204
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
