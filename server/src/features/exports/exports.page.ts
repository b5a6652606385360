import type { Entity } from '@aliquot/contract/entities'
import { withoutMentionLinks } from '@aliquot/contract/mention-text'
import type { Upload } from '@aliquot/contract/uploads'
import { formatBytes } from '../../lib/bytes.ts'
import { escapeHtml as esc } from '../../lib/html.ts'
import { addressOf } from '../../lib/offline-page/self-contained-html.ts'
import { kindOf } from '../entries/entries.types.ts'
import { plainLink } from '../entries/record/address.ts'

/** A file with its name beside the page. */
export interface NamedFile {
  name: string
  /** The storage has lost the content; a note takes its place. */
  isMissing: boolean
  upload: Pick<Upload, 'real_name' | 'long_name' | 'comment' | 'filesize' | 'created_at' | 'hash'>
}

export interface PageOptions {
  /** The text of the entry, prepared for a page that is opened from disk. */
  text: string
  files: readonly NamedFile[]
  changelog: boolean
  classification: string
  baseUrl: string
  /** Of all times on the page. */
  timezone: string
}

/**
 * An entry as a page for people who only have its folder, in pieces: comments may be megabytes. Its text was cleaned when
 * it was saved; besides, the page runs no scripts and contacts no other host.
 */
export function* pageOf(entry: Entity, options: PageOptions): Generator<string> {
  yield pageHead(entry.title, options.classification)
  yield* articleOf(entry, options)
  yield PAGE_END
}

export function pageHead(title: string, classification = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width">
<title>${esc(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${classification && `<p class="classification">${esc(classification)}</p>`}
`
}

export const PAGE_END = `</body>
</html>
`

/** The entry itself. A page may have several. */
export function* articleOf(entry: Entity, options: PageOptions): Generator<string> {
  const { text, files, baseUrl, timezone } = options
  // Without the share key: archives reach people who were not meant to get lasting access.
  const link = plainLink(entry, kindOf(entry.type), baseUrl)
  yield `<h1>${esc(entry.title)}</h1>
${facts(entry)}
<main>${text}</main>
${fields(entry)}
`
  yield* section('Steps', entry.steps, step)
  yield* section('Links', [...entry.experiments_links, ...entry.items_links], linkTo(baseUrl))
  yield* section('Linked from', [...entry.related_experiments_links, ...entry.related_items_links], linkTo(baseUrl))
  yield* section('Files', files, file)
  yield* section('Comments', entry.comments, comment)
  yield* section('Changes', options.changelog ? entry.changelog : [], change)
  yield `<footer>${esc(entry.elabid ?? '')} · <a href="${esc(link)}">${esc(link)}</a> · Times: ${esc(timezone)}</footer>
`
}

const POLICY = "default-src 'none'; img-src 'self' file: data:; media-src 'self' file:; style-src 'unsafe-inline'"

const STYLE = [
  'body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}',
  'h1{line-height:1.2;overflow-wrap:anywhere}h2{margin:2rem 0 .5rem;font-size:1.2rem}',
  'dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dt{color:#595959}dd{margin:0;overflow-wrap:anywhere}',
  // The text stands between lines, and its headings are smaller than the title.
  'main{margin:1.5rem 0;border:solid #bbb;border-width:1px 0;padding:.5rem 0}main h1{font-size:1.5rem;margin:1.2rem 0 .5rem}',
  'main h3{font-size:1.05rem}:is(td,th,li)>p{margin:0}:is(td,th,li)>p+p{margin-top:.4rem}math[display=block]{margin:.75rem 0}',
  'blockquote{margin:0 0 .75rem;border-left:3px solid #bbb;padding-left:.8rem;color:#444}',
  'img,video{max-width:100%}table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:.2rem .5rem}',
  'ul[data-type=taskList],ul.tox-checklist{list-style:none;padding-left:.2rem}ul ul[data-type=taskList]{padding-left:1.6rem}',
  'pre{overflow:auto;padding:.5rem .75rem;background:#f3f4f6}li{overflow-wrap:anywhere}.said{white-space:pre-wrap}footer,small{color:#595959;font-size:.85rem}',
  '.callout{margin:0 0 .75rem;border-left:3px solid #777;padding:.5rem .75rem;background:#f3f4f6}.callout>p{margin:.2rem 0}.callout::before{content:"Note";font-weight:600}.callout-tip::before{content:"Tip"}',
  '.callout-warning::before{content:"Warning"}.callout-danger::before{content:"Danger"}.callout>:last-child{margin-bottom:0}',
  'summary{font-weight:600}@media print{details::details-content{content-visibility:visible;block-size:auto}}',
  'footer{margin-top:3rem;border-top:1px solid #bbb;padding-top:.5rem}',
  // Wide tables are whole on paper: smaller letters, and words that break.
  '@media print{body{max-width:none;margin:0;padding:0}td,th{overflow-wrap:anywhere}tr,img{break-inside:avoid}',
  'table{max-width:100%}table:has(tr>:nth-child(8)){font-size:8.5pt}',
  'table:has(tr>:nth-child(13)){table-layout:fixed;width:100%;font-size:7pt}',
  'table:has(tr>:nth-child(13)) :is(td,th){padding:1pt 2pt}table:has(tr>:nth-child(25)){font-size:5pt}}',
  '.classification{text-align:center;font-weight:bold;text-transform:uppercase;border:2px solid;padding:.2rem}',
].join('')

const STATES: Readonly<Record<number, string>> = { 2: 'archived', 3: 'deleted' }

function facts(entry: Entity): string {
  const rows: [string, string | number | null | undefined][] = [
    ['Date', entry.date],
    ['Author', entry.fullname],
    ['ORCID', entry.orcid],
    ['Team', entry.team_name],
    ['Category', entry.category_title],
    ['Status', entry.status_title],
    ['Custom id', entry.custom_id],
    ['Rating', entry.rating || null],
    ['Tags', entry.tags_decoded.map(({ tag }) => tag).join(', ')],
    ['State', STATES[entry.state]],
    ['Locked', entry.locked === 1 ? entry.locked_at : null],
    ['Created', entry.created_at],
    ['Changed', entry.modified_at],
  ]
  return table(rows)
}

/** The extra fields of the entry, in order. */
function fields({ metadata_decoded }: Entity): string {
  const { extra_fields } = (metadata_decoded ?? {}) as { extra_fields?: unknown }
  if (typeof extra_fields !== 'object' || extra_fields === null) return ''
  const known = Object.entries(extra_fields as Record<string, Field | null>)
  const sorted = known.toSorted(([, a], [, b]) => placeOf(a) - placeOf(b))
  const rows = sorted.map(([name, field]): [string, string] => [name, shownValue(field)])
  const shown = table(rows)
  return shown && `<h2>Fields</h2>\n${shown}`
}

interface Field {
  value?: unknown
  unit?: unknown
  position?: unknown
}

function placeOf(field: Field | null): number {
  return Number(field?.position ?? 0) || 0
}

function shownValue(field: Field | null): string {
  const words = [field?.value ?? '']
    .flat()
    .map((one) => (typeof one === 'object' ? JSON.stringify(one) : String(one)))
    .join(', ')
  return words !== '' && typeof field?.unit === 'string' ? `${words} ${field.unit}` : words
}

function table(rows: readonly (readonly [string, string | number | null | undefined])[]): string {
  const shown = rows.filter(([, value]) => value !== null && value !== undefined && value !== '')
  if (shown.length === 0) return ''
  return `<dl>${shown.map(([name, value]) => `<dt>${esc(name)}</dt><dd>${esc(String(value))}</dd>`).join('\n')}</dl>`
}

/** Ends with a line break, also if there is nothing to list. */
function* section<Item>(title: string, items: readonly Item[], write: (item: Item) => string): Generator<string> {
  if (items.length > 0) yield `<h2>${title}</h2>\n<ul>\n`
  for (const item of items) yield `<li>${write(item)}</li>\n`
  yield items.length > 0 ? '</ul>\n' : '\n'
}

function step({ body, finished, finished_time, deadline }: Entity['steps'][number]): string {
  const times = [finished === 1 && `done ${finished_time ?? ''}`, deadline && `deadline ${deadline}`].filter(Boolean)
  return `${finished === 1 ? '☑' : '☐'} ${esc(body)}${small(times.join(', '))}`
}

interface Linked {
  title: string
  page: string
  entityid: number
  category_title: string | null
}

function linkTo(baseUrl: string) {
  return ({ title, page, entityid, category_title }: Linked) =>
    `<a href="${esc(`${baseUrl}/${page}?mode=view&id=${entityid}`)}">${esc(title)}</a>${small(category_title ?? '')}`
}

function file({ name, isMissing, upload }: NamedFile): string {
  const told = [
    isMissing && 'The content is missing',
    formatBytes(upload.filesize),
    upload.created_at,
    upload.hash && `SHA-256 ${upload.hash}`,
    upload.comment,
  ]
  return `<a href="${addressOf(name)}">${esc(upload.real_name)}</a>${small(told.filter(Boolean).join(' · '))}`
}

function comment({ fullname, created_at, comment: words }: Entity['comments'][number]): string {
  return `<small>${esc(fullname)}, ${created_at}</small><br><span class="said">${esc(withoutMentionLinks(words))}</span>`
}

function change({ created_at, fullname, target, content }: Entity['changelog'][number]): string {
  return `<small>${created_at}, ${esc(fullname)}</small><br>${esc(target)}: <span class="said">${esc(content)}</span>`
}

function small(text: string): string {
  return text && ` <small>${esc(text)}</small>`
}
