import { NoRoom, Refusal, Unavailable } from '../errors.ts'
import { describePlace, type S3Place } from '../lib/s3-place.ts'

/** The S3 server refuses or does not answer. The cause explains it to an administrator. */
export class S3Trouble extends Unavailable {
  /** The error code of the server or the network. */
  readonly code: string

  constructor(reason: string, code: string) {
    super('storage.files_silent', {
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
 * Translates errors of the library. The originals are not kept, because they carry signatures that belong in no log.
 * Bugs pass through.
 */
export function translateTrouble(place: S3Place, error: unknown): unknown {
  if (error instanceof Refusal || error instanceof TypeError) return error
  const { name, message, Code, code: reason, $metadata } = error as SdkError
  const code = Code ?? reason ?? name
  const status = $metadata?.httpStatusCode
  if (FULL.has(code) || status === 507) return new NoRoom('storage.no_room')
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
  // The answer about a single object has a status but no message.
  if (status === 403) return `${where}: access was refused (${code})`
  if (status === undefined) return `${where}: cannot be reached (${message || code})`
  return `${where}: ${message} (${code}, ${status})`
}
