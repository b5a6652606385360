import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'
import type { Context } from '../../src/context.ts'
import { changeSettings } from '../../src/features/config/config.service.ts'

export interface ReceivedMail {
  from: string
  to: string[]
  isEncrypted: boolean
  user: string | undefined
  /** As it came over the wire. */
  raw: string
  /** The value of a header, unfolded and decoded; undefined if it is missing. */
  header(name: string): string | undefined
  /** The plain and the HTML part, decoded. */
  text: string
  html: string
}

export interface MailServerOptions {
  encryption?: 'ssl' | 'starttls' | 'none'
  login?: { user: string; pass: string }
  /** Refuses a recipient with this code. */
  refuse?: (address: string) => number | undefined
}

/** A real mail server in this process, and the messages that it took. */
export async function mailServer({ encryption = 'none', login, refuse }: MailServerOptions = {}) {
  const mails: ReceivedMail[] = []
  const refused: string[] = []
  const server = new SMTPServer({
    secure: encryption === 'ssl',
    ...(encryption === 'none' ? { disabledCommands: login ? ['STARTTLS'] : ['STARTTLS', 'AUTH'] } : certificate()),
    authOptional: login === undefined,
    allowInsecureAuth: encryption === 'none',
    onAuth: ({ username, password }, _session, done) =>
      username === login?.user && password === login?.pass
        ? done(null, { user: username })
        : done(new Error('Wrong login')),
    onRcptTo: ({ address }, _session, done) => {
      const code = refuse?.(address)
      if (code === undefined) return done()
      refused.push(address)
      return done(Object.assign(new Error('Refused'), { responseCode: code }))
    },
    onData: (stream, session, done) => {
      void text(stream).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          ...parse(raw),
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          isEncrypted: session.secure,
          user: session.user as string | undefined,
        })
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  onTestFinished(close)
  const settings = {
    mail_from: 'notebook@example.org',
    smtp_address: '127.0.0.1',
    smtp_port: String(port),
    smtp_encryption: encryption,
    smtp_verify_cert: '0',
    ...(login && { smtp_username: login.user, smtp_password: login.pass }),
  }
  return {
    mails,
    refused,
    close,
    settings,
    /** Makes a notebook send its e-mails here. */
    use: (ctx: Context, more: Record<string, string> = {}) =>
      changeSettings(ctx, { userid: null, via: 'test', address: '' }, { ...settings, ...more }),
  }
}

let made: { key: Buffer; cert: Buffer } | undefined

/** Signed by itself, as in many laboratories. */
export function certificate(): { key: Buffer; cert: Buffer } {
  if (made) return made
  const folder = mkdtempSync(join(tmpdir(), 'aliquot-cert-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  const subject = ['-days', '2', '-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync('openssl', ['req', '-x509', ...curve, '-nodes', '-keyout', key, '-out', cert, ...subject], {
    stdio: 'ignore',
  })
  made = { key: readFileSync(key), cert: readFileSync(cert) }
  rmSync(folder, { recursive: true })
  return made
}

function parse(raw: string): Pick<ReceivedMail, 'raw' | 'header' | 'text' | 'html'> {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const header = (name: string) => {
    const line = lines.find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    return line && decodeWords(line.slice(name.length + 1).trim())
  }
  return { raw, header, text: partOf(raw, 'text/plain'), html: partOf(raw, 'text/html') }
}

/** RFC 2047. */
function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_, way: string, word: string) =>
      way.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : unquote(word.replaceAll('_', ' ')),
    )
}

function partOf(raw: string, type: string): string {
  const start = raw.indexOf(`Content-Type: ${type}`)
  if (start < 0) return ''
  const [head = '', ...rest] = raw.slice(start).split('\r\n\r\n')
  const body = rest.join('\r\n\r\n').split(/\r\n--[-_=.\w]+/)[0] ?? ''
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  return /quoted-printable/i.test(head) ? unquote(body.replace(/=\r\n/g, '')) : body
}

function unquote(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
