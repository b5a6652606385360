import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import { readSize } from '@aliquot/contract/size'
import { z } from 'zod'
import { isTimeZone } from './lib/dates.ts'
import { readNetwork } from './lib/net/networks.ts'
import { readPlace } from './lib/s3-place.ts'

/** A whole number. The refusal repeats anything else that was given. */
function whole(lowest: number, highest: number) {
  const range = `must be a whole number from ${lowest} to ${highest}`
  return z.string().transform((text, ctx) => {
    const value = /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : Number.NaN
    if (value >= lowest && value <= highest) return value
    ctx.issues.push({ code: 'custom', message: `${range}, not "${text}"`, input: text })
    return z.NEVER
  })
}

const size = z.string().transform((text, ctx) => {
  const bytes = readSize(text)
  if (bytes !== undefined) return bytes
  ctx.issues.push({ code: 'custom', message: `must be a size such as 20G or 500M, not "${text}"`, input: text })
  return z.NEVER
})

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on')
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)
const proxies = list.refine(
  (names) => names.every(isProxy),
  'must name IP addresses or networks such as 10.0.0.0/8, or loopback, linklocal, uniquelocal',
)
const networks = list.transform((texts, ctx) =>
  texts.map((text) => {
    const network = readNetwork(text)
    if (network) return network
    const message = `must name networks such as 10.1.0.0/16 or addresses, not "${text}"`
    ctx.issues.push({ code: 'custom', message, input: text })
    return z.NEVER
  }),
)

const origins = list.transform((texts, ctx) =>
  texts.map((text) => {
    // Browser extensions and apps have their own schemes.
    const origin = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@*]+(?=\/?$)/i.exec(text)?.[0]
    if (origin && URL.canParse(origin)) return webAddress(origin)?.origin ?? origin
    const message = `must name origins such as https://tools.example.org, not "${text}"`
    ctx.issues.push({ code: 'custom', message, input: text })
    return z.NEVER
  }),
)
const hosts = list.refine(
  (names) => names.every((name) => /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9])?$/i.test(name)),
  'must name hosts such as notebook.lab.example, without ports',
)
const baseUrl = z
  .string()
  .refine(webAddress, 'must be an address such as https://notebook.example.org')
  .transform((text) => text.replace(/\/+$/, ''))

/** The bucket for file contents. Errors never repeat the text, which may contain a secret. */
const bucket = z.string().transform((text, ctx) => {
  try {
    return readPlace(text)
  } catch (error) {
    ctx.issues.push({ code: 'custom', message: (error as Error).message, input: '' })
    return z.NEVER
  }
})

const GIB = 1024 ** 3

/** Every setting with its default. `docs/configuration.md` explains them; a test keeps the two in sync. */
export const settings = z.object({
  PORT: whole(0, 65_535).default(4280),
  HOST: z.string().min(1).default('127.0.0.1'),
  BASE_URL: baseUrl.optional(),
  TRUSTED_HOSTS: hosts.default([]),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .transform((path) => resolve(path)),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user:password@host/database' })
    .optional(),
  DATABASE_POOL: whole(2, 200).default(16),
  DATABASE_TIMEOUT: whole(1, 3600).default(15),
  FILES_URL: bucket.optional(),
  MAX_UPLOAD_SIZE: size.default(50 * GIB),
  FILES_QUOTA: size.default(0),
  FILES_TEAM_QUOTA: size.default(0),
  FILES_FREE_SPACE: size.default(GIB / 2),
  EXPORT_DAYS: whole(1, 365).default(7),
  TIMEZONE: z.string().default('UTC').refine(isTimeZone, 'is not a time zone, give a name such as Europe/Paris'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  CORS_ORIGINS: origins.default([]),
  TRUST_PROXY: proxies.default([]),
  HSTS_SUBDOMAINS: onOff.default(false),
  OFFLINE_READING: onOff.default(true),
  METRICS: onOff.default(false),
  METRICS_REMOTE: onOff.default(false),
  RATE_LIMIT: whole(0, 1_000_000_000).default(0),
  SESSION_HOURS: whole(1, 8760).default(168),
  SESSION_DAYS: whole(1, 3650).default(30),
  WEB: onOff.default(true),
  WEBHOOK_ALLOW: networks.default([]),
  PREVIEWS: onOff.default(true),
  CHECK_REPLIES: onOff.default(false),
})

export type Config = z.output<typeof settings>

/** Wrong settings. The message has one line for each. */
export class ConfigError extends Error {}

/** Reads the settings from the environment. A `.env` file in the working folder adds those that are missing there. */
export function readConfig(env: NodeJS.ProcessEnv = environment()): Config {
  const given = Object.fromEntries(Object.keys(settings.shape).flatMap((key) => (env[key] ? [[key, env[key]]] : [])))
  const parsed = settings.safeParse(given)
  if (parsed.success) return parsed.data
  throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
}

/** A web address with only an origin and a path. */
function webAddress(text: string): URL | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  return url.search || url.hash || url.username || url.password ? undefined : url
}

function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

function environment(): NodeJS.ProcessEnv {
  if (existsSync('.env')) loadEnvFile('.env')
  return process.env
}
