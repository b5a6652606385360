import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test.each([
  ['PORT', 'seven', 'PORT: must be a whole number from 0 to 65535, not "seven"'],
  ['PORT', '70000', 'PORT: must be a whole number from 0 to 65535, not "70000"'],
  ['PORT', '42.5', 'PORT: must be a whole number from 0 to 65535, not "42.5"'],
  ['DATABASE_POOL', '1', 'DATABASE_POOL: must be a whole number from 2 to 200, not "1"'],
  ['SESSION_HOURS', '-3', 'SESSION_HOURS: must be a whole number from 1 to 8760, not "-3"'],
])('%s=%s is refused with what was given and what is wanted', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(message)
})

test.each([
  [
    'CORS_ORIGINS',
    'tools.example.org',
    'CORS_ORIGINS: must name origins such as https://tools.example.org, not "tools.',
  ],
  [
    'CORS_ORIGINS',
    'https://a.example.org, *',
    'CORS_ORIGINS: must name origins such as https://tools.example.org, not "*"',
  ],
  ['CORS_ORIGINS', 'https://a.example.org/x', 'CORS_ORIGINS: must name origins'],
  ['BASE_URL', 'notebook.example.org', 'BASE_URL: must be an address such as https://notebook.example.org'],
  ['BASE_URL', 'ftp://notebook.example.org', 'BASE_URL: must be an address such as'],
  ['BASE_URL', 'https://notebook.example.org/?a=1', 'BASE_URL: must be an address such as'],
  ['BASE_URL', 'https://me:hush@notebook.example.org', 'BASE_URL: must be an address such as'],
  ['DATABASE_URL', 'mysql://hush@localhost/x', 'DATABASE_URL: must look like postgres://user:password@host/database'],
])('%s=%s is refused, and it is said what is wanted', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(message)
  expect(() => readConfig({ [name]: value })).not.toThrow('hush')
})

test('extensions of browsers and apps are origins too', () => {
  const CORS_ORIGINS = 'chrome-extension://abcdefghijklmnop, capacitor://localhost'
  expect(readConfig({ CORS_ORIGINS }).CORS_ORIGINS).toEqual(CORS_ORIGINS.split(', '))
  expect(() => readConfig({ CORS_ORIGINS: 'https://*.example.org' })).toThrow('CORS_ORIGINS: must name origins')
})

test('addresses are taken with a slash at the end and without', () => {
  const CORS_ORIGINS = 'https://Tools.example.org/, http://localhost:3000'
  expect(readConfig({ BASE_URL: 'https://notebook.example.org/lab/', CORS_ORIGINS })).toMatchObject({
    BASE_URL: 'https://notebook.example.org/lab',
    CORS_ORIGINS: ['https://tools.example.org', 'http://localhost:3000'],
  })
})

test('numbers are read as numbers, and have their defaults', () => {
  expect(readConfig({ PORT: ' 8080 ' })).toMatchObject({ PORT: 8080, DATABASE_POOL: 16, RATE_LIMIT: 0 })
})

test('FILES_URL names a bucket, and where it is', () => {
  const placeOf = (FILES_URL: string) => readConfig({ FILES_URL }).FILES_URL
  expect(placeOf('s3://files')).toEqual({ bucket: 'files', prefix: '', pathStyle: false })
  expect(placeOf('s3://files/lab/one/?region=eu-west-3')).toEqual({
    bucket: 'files',
    prefix: 'lab/one/',
    region: 'eu-west-3',
    pathStyle: false,
  })
  expect(placeOf('s3://files?endpoint=http://127.0.0.1:9000/')).toEqual({
    bucket: 'files',
    prefix: '',
    region: 'us-east-1',
    endpoint: 'http://127.0.0.1:9000',
    pathStyle: true,
  })
  expect(placeOf('s3://files?endpoint=https://s3.example.org&path_style=off')).toMatchObject({ pathStyle: false })
})

test.each([
  ['/srv/files', 'FILES_URL: must look like s3://bucket/prefix'],
  ['https://s3.example.org/files', 'FILES_URL: must look like s3://bucket/prefix'],
  ['s3://', 'FILES_URL: must name a bucket'],
  ['s3://files/a%2F..%2Fb', 'FILES_URL: must have a prefix of letters'],
  ['s3://files?zone=1', 'FILES_URL: has an option that is none of region, endpoint, path_style'],
  ['s3://files?endpoint=s3.example.org', 'FILES_URL: must have an endpoint such as'],
  ['s3://files?path_style=yes', 'FILES_URL: must have path_style=on or path_style=off'],
])('FILES_URL=%s is refused', (FILES_URL, message) => {
  expect(() => readConfig({ FILES_URL })).toThrow(message)
})

test.each(['s3://KEY:hush@files', 's3://files?endpoint=https://KEY:hush@s3.example.org'])(
  'credentials in %s are refused, and not repeated',
  (FILES_URL) => {
    expect(() => readConfig({ FILES_URL })).toThrow(/^FILES_URL: must(?!.*hush)/)
  },
)
