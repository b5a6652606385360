import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import { escapeHtml } from '../../lib/html.ts'
import * as users from '../users/users.lookup.ts'
import { preferencesOf } from '../users/users.preferences.ts'
import { readToken, type Subscription, unsubscribe } from './mail.unsubscribe.ts'
import { type Language, languageOf } from './words/languages.ts'

const MOST_BYTES = 16 * 1024

type WithToken = { Params: { token: string } }

/**
 * The link of e-mails to get no more of them. One click in a mail program is a form by POST, without credentials (RFC
 * 8058). Opened in a browser it is a page with a button, which works without the web interface and without scripts.
 * Opening it changes nothing, because programs open links to check them.
 */
export function serveUnsubscribe(app: FastifyInstance, ctx: Context): void {
  app.get<WithToken>('/unsubscribe/:token', async ({ params }, reply) => {
    const subscription = await readToken(ctx, params.token)
    const language = await languageFor(ctx, subscription)
    return subscription ? send(reply, language, asking(language, subscription)) : sendWrong(reply, language)
  })
  app.post<WithToken>('/unsubscribe/:token', { bodyLimit: MOST_BYTES }, async ({ params, ip }, reply) => {
    const subscription = await readToken(ctx, params.token)
    const language = await languageFor(ctx, subscription)
    const isDone = subscription !== undefined && (await unsubscribe(ctx, subscription, ip))
    if (!isDone) return sendWrong(reply, language)
    return send(reply, language, { title: language.words.stopped, text: language.words.stoppedHint })
  })
}

async function languageFor(ctx: Context, subscription: Subscription | undefined): Promise<Language> {
  const user = subscription && (await users.find(ctx.db.read, subscription.userid))
  return languageOf(user ? preferencesOf(user).lang : '')
}

interface Page {
  title: string
  text: string
  about?: string
  button?: string
}

function asking({ words }: Language, { kinds }: Subscription): Page {
  const about = kinds.map((kind) => words.kinds[kind]).join(', ')
  return { title: words.stopTitle, about, text: words.stopHint, button: words.stopButton }
}

function sendWrong(reply: FastifyReply, language: Language): string {
  reply.code(404)
  return send(reply, language, { title: language.words.wrongLink, text: language.words.wrongLinkHint })
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;margin:0;padding:24px;color:#1f2328;background:#fff}
main{max-width:420px;margin:10vh auto 0}h1{font-size:22px;line-height:1.3}
button{font:inherit;min-height:44px;padding:8px 20px;border:0;border-radius:6px;background:#0b5c4d;color:#fff;cursor:pointer}
button:focus-visible{outline:3px solid #1f2328;outline-offset:2px}
@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}button:focus-visible{outline-color:#e6edf3}}`

/** Nothing from elsewhere and no script: only its own style, and a form to this server. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

function send(reply: FastifyReply, { code }: Language, { title, text, about, button }: Page): string {
  reply.header('cache-control', 'no-store').header('content-security-policy', POLICY).type('text/html; charset=utf-8')
  return `<!doctype html>
<html lang="${code}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${about ? `<p><strong>${escapeHtml(about)}</strong></p>` : ''}
<p>${escapeHtml(text)}</p>
${button ? `<form method="post"><button name="List-Unsubscribe" value="One-Click">${escapeHtml(button)}</button></form>` : ''}
</main></body></html>
`
}
