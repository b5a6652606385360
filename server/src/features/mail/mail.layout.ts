import { escapeHtml } from '../../lib/html.ts'

/** A piece of news: who did what, and the words of it. */
export interface Line {
  told: string
  /** What somebody wrote. */
  quote?: string
}

export interface Letter {
  /** The language of the words, for programs that read aloud: `de`. */
  language: string
  heading: string
  lines: readonly Line[]
  button?: { label: string; url: string }
  /** Small print: why this came, and how to end it. */
  notes: readonly (string | { label: string; url: string })[]
}

/** The same words twice: plain, and as one simple column that every mail program shows. */
export function layOut(letter: Letter): { text: string; html: string } {
  return { text: plain(letter), html: markedUp(letter) }
}

function plain({ heading, lines, button, notes }: Letter): string {
  const parts = lines.map(({ told, quote }) => (quote ? `${told}\n${quoted(quote)}` : told))
  const small = notes.map((note) => (typeof note === 'string' ? note : `${note.label}: ${note.url}`))
  const link = button ? [`${button.label}: ${button.url}`] : []
  return `${[heading, ...parts, ...link, `-- \n${small.join('\n')}`].join('\n\n')}\n`
}

function quoted(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join('\n')
}

const FONT = 'font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif;color:#1f2328'
/** Twice, because mail programs know one or the other. */
const LONG_WORDS = 'overflow-wrap:anywhere;word-break:break-word'
const QUOTE = 'margin:4px 0 0;padding:0 0 0 12px;border-left:3px solid #d0d7de;white-space:pre-wrap'
const BUTTON =
  'display:inline-block;padding:8px 16px;border-radius:6px;background:#0b5c4d;color:#fff;text-decoration:none'

function markedUp({ language, heading, lines, button, notes }: Letter): string {
  const parts = lines.map(
    ({ told, quote }) =>
      `<div style="margin:0 0 16px">${escapeHtml(told)}${quote ? `<blockquote style="${QUOTE}">${escapeHtml(quote)}</blockquote>` : ''}</div>`,
  )
  const link = button
    ? `<p style="margin:0 0 24px"><a href="${escapeHtml(button.url)}" style="${BUTTON}">${escapeHtml(button.label)}</a></p>`
    : ''
  const small = notes.map((note) =>
    typeof note === 'string'
      ? escapeHtml(note)
      : `<a href="${escapeHtml(note.url)}" style="color:#59636e">${escapeHtml(note.label)}</a>`,
  )
  return `<!doctype html>
<html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px;background:#fff;${FONT};${LONG_WORDS}"><div style="max-width:600px;margin:0 auto">
<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(heading)}</h1>
${parts.join('\n')}
${link}
<p style="margin:0;padding-top:12px;border-top:1px solid #d0d7de;font-size:13px;color:#59636e">${small.join('<br>')}</p>
</div></body></html>
`
}
