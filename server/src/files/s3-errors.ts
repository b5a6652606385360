import { NoRoom, Refusal, Unavailable } from '../errors.ts'
import { describePlace, type S3Place } from '../lib/s3-place.ts'

/** The server that keeps the contents refuses, or does not answer. The cause says why, in words for an administrator. */
export class S3Trouble extends Unavailable {
  /** As the server, or the network, names it. */
  readonly code: string

  constructor(reason: string, code: string) {
    super('The storage of files does not work at the moment', {
      cause: new Error(reason),
      retryAfterSeconds: 30,
      part: 'files',
    })
    this.code = code
  }
}

interface SdkError {
  name: string
  message: string
  Code?: string
  code?: string
  $metadata?: { httpStatusCode?: number }
}

const FULL = new Set(['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded'])

/**
 * What the library throws, as the rest of the program is to see it. Made anew and not passed on: the library's own errors
 * carry signatures, which belong in no log. Bugs stay what they are.
 */
export function translateTrouble(place: S3Place, error: unknown): unknown {
  if (error instanceof Refusal || error instanceof TypeError) return error
  const { name, message, Code, code: reason, $metadata } = error as SdkError
  const code = Code ?? reason ?? name
  const status = $metadata?.httpStatusCode
  if (FULL.has(code) || status === 507) return new NoRoom('There is no room for this file; nothing was stored')
  return new S3Trouble(explain(place, code, status, message), code)
}

function explain(place: S3Place, code: string, status: number | undefined, message: string): string {
  const where = describePlace(place)
  switch (code) {
    case 'NoSuchBucket':
      return `${where}: there is no such bucket`
    case 'InvalidAccessKeyId':
      return `${where}: the server does not know AWS_ACCESS_KEY_ID`
    case 'SignatureDoesNotMatch':
      return `${where}: AWS_SECRET_ACCESS_KEY is wrong`
    case 'CredentialsProviderError':
      return `${where}: there are no credentials, set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`
    case 'TimeoutError':
    case 'ETIMEDOUT':
    case 'AbortError':
      return `${where}: no answer in time`
  }
  // To a question about one object there is no more than a number.
  if (status === 403) return `${where}: access was refused (${code})`
  if (status === undefined) return `${where}: cannot be reached (${message || code})`
  return `${where}: ${message} (${code}, ${status})`
}
