/** A bucket, or a prefix of one, as given in `FILES_URL`. */
export interface S3Place {
  bucket: string
  /** The prefix of all keys: empty, or ends with a slash. */
  prefix: string
  /** Undefined: taken from the environment. */
  region: string | undefined
  /** Undefined: Amazon's own. */
  endpoint: string | undefined
  /** Whether the bucket is part of the URL path, not of the host name. */
  pathStyle: boolean
}

/**
 * The address of the file storage is invalid. The message says why and never repeats the address, which may contain a
 * secret.
 */
export class WrongPlace extends Error {}

const SHAPE = 's3://bucket/prefix?region=…&endpoint=https://…'
const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/
const PREFIX = /^[A-Za-z0-9._/-]{0,200}$/
const KNOWN = ['region', 'endpoint', 'path_style']

/** Parses `s3://bucket/prefix?region=eu-central-1&endpoint=https://s3.example.org&path_style=on`. */
export function readPlace(text: string): S3Place {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 's3:') throw new WrongPlace(`must look like ${SHAPE}`)
  if (url.username !== '' || url.password !== '') {
    throw new WrongPlace('must not hold credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  }
  if (!BUCKET.test(url.host)) throw new WrongPlace(`must name a bucket: ${SHAPE}`)
  const prefix = url.pathname.split('/').filter(Boolean).join('/')
  if (!PREFIX.test(prefix)) throw new WrongPlace('must have a prefix of letters, digits, dots, dashes and slashes')
  const unknown = [...url.searchParams.keys()].find((name) => !KNOWN.includes(name))
  if (unknown !== undefined) throw new WrongPlace(`has an option that is none of ${KNOWN.join(', ')}`)
  const endpoint = readEndpoint(url.searchParams.get('endpoint'))
  return {
    bucket: url.host,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region: url.searchParams.get('region') || (endpoint === undefined ? undefined : 'us-east-1'),
    endpoint,
    pathStyle: readPathStyle(url.searchParams.get('path_style'), endpoint !== undefined),
  }
}

function readEndpoint(text: string | null): string | undefined {
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search
  if (!isPlain) throw new WrongPlace('must have an endpoint such as https://s3.example.org')
  return url.href.replace(/\/+$/, '')
}

/** Servers other than Amazon's seldom have a host name per bucket. */
function readPathStyle(text: string | null, hasEndpoint: boolean): boolean {
  if (text === null) return hasEndpoint
  if (text !== 'on' && text !== 'off') throw new WrongPlace('must have path_style=on or path_style=off')
  return text === 'on'
}

/** Describes the bucket for people. */
export function describePlace({ bucket, prefix, endpoint }: S3Place): string {
  return `s3://${bucket}/${prefix}${endpoint === undefined ? '' : ` at ${endpoint}`}`
}
