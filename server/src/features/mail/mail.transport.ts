import type Nodemailer from 'nodemailer'
import type { Context } from '../../context.ts'
import { existingSecretKeyOf } from '../../instance-config/secret-key.ts'
import type { MailConfig } from '../../instance-config/values.ts'
import { decryptText } from '../../lib/encrypted-text.ts'
import { loadLater } from '../../lib/loading/load-later.ts'
import { oneLine } from '../../lib/text.ts'
import { boundTo } from '../config/config.secrets.ts'
import { failureOf } from './mail.failure.ts'

const nodemailer = loadLater<typeof Nodemailer>('nodemailer')

export interface Person {
  name: string
  address: string
}

/** A message. Its strings may come from anybody: nothing in them can become a header. */
export interface Mail {
  to: Person
  /** Recipients that do not see each other. */
  bcc?: readonly string[]
  replyTo?: Person
  subject: string
  text: string
  html: string
  messageId?: string
  /** The message that begins the thread. */
  thread?: string
  /** Where one click ends e-mails of this kind (RFC 8058). */
  unsubscribe?: string
}

/** Returns how many recipients the server accepted. Throws if it accepted none. */
export type Send = (mail: Mail) => Promise<number>

const CONNECT_MS = 15_000
const SILENCE_MS = 60_000
/** What is being sent when the service stops has this long to end: the rest of the stop waits for it. */
const LAST_MS = 3_000

/** Opens the connection to the mail server for some messages. Failures are `MailFailure`s. */
export async function withTransport<T>(
  ctx: Context,
  config: MailConfig,
  work: (send: Send) => Promise<T>,
  stopping?: AbortSignal,
): Promise<T> {
  const { host, port, encryption, username } = config
  const transport = nodemailer().createTransport({
    pool: true,
    maxConnections: 1,
    host,
    port,
    secure: encryption === 'ssl',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    tls: { rejectUnauthorized: config.verifiesCertificate },
    ...(username && { auth: { user: username, pass: await passwordOf(ctx, config) } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // Texts of people never make it read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const cut = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const cutSoon = () => {
    timer = setTimeout(() => cut.abort(), LAST_MS)
  }
  stopping?.addEventListener('abort', cutSoon)
  const send: Send = async (mail) => {
    try {
      const { accepted } = await transport.sendMail({ ...toMessage(config, mail), signal: cut.signal })
      return accepted.length
    } catch (error) {
      throw failureOf(error)
    }
  }
  try {
    return await work(send)
  } finally {
    stopping?.removeEventListener('abort', cutSoon)
    clearTimeout(timer)
    transport.close()
  }
}

/** Empty if it cannot be decrypted here: the mail server refuses that, and messages wait. */
async function passwordOf(ctx: Context, { password }: MailConfig): Promise<string> {
  return decryptText(password, (await existingSecretKeyOf(ctx)) ?? '', boundTo('smtp_password')) ?? ''
}

function toMessage({ from }: MailConfig, mail: Mail) {
  const { to, bcc, replyTo, subject, text, html, messageId, thread, unsubscribe } = mail
  return {
    from: { name: 'Aliquot', address: from },
    to: cleanPerson(to),
    // Only to these: the address in the header is our own.
    ...(bcc && { envelope: { from, to: [...bcc] } }),
    ...(replyTo && { replyTo: cleanPerson(replyTo) }),
    subject: oneLine(subject),
    text,
    html,
    ...(messageId && { messageId }),
    ...(thread && { inReplyTo: thread, references: [thread] }),
    headers: {
      // Out-of-office programs do not answer these (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

function cleanPerson({ name, address }: Person): Person {
  return { name: oneLine(name), address }
}
