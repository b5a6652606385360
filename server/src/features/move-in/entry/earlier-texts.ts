import type { Received } from '../../../files/received.ts'
import { escapeHtml } from '../../../lib/html.ts'
import { Texts } from '../../../text-work/text-work.ts'
import { storable } from '../../imports/imports.notes.ts'
import { newLongName } from '../../uploads/uploads.change.ts'
import type { Run } from '../move-in.run.ts'
import type { Answer } from '../source/client.ts'
import type { TheirEntry } from '../source/entry.ts'
import { BadAnswer } from '../source/failures.ts'
import { idIn, isRecord, type Json, recordsIn, textIn } from '../source/values.ts'
import { receiveHere } from './files.ts'
import type { Leave } from './notes.ts'

/** The file of an entry that has the texts which it had before. */
export interface EarlierTexts {
  real_name: string
  long_name: string
  comment: string
  hash: string
  filesize: number
  mime: string
}

const NAME = 'earlier-texts.html'

/**
 * Brings the texts that an entry had before as one page that people can read: the journal tells only what happened here.
 * Undefined if there are none but that of now.
 */
export async function bringEarlierTexts(
  run: Run,
  entry: TheirEntry,
  key: number,
  keep: (received: Received) => Promise<void>,
  leave: Leave,
): Promise<EarlierTexts | undefined> {
  const path = `${entry.type}/${entry.id}/revisions`
  const { status, body } = await ask(run, path, key)
  if (status >= 500) leave('earlier_left')
  const revisions = status === 200 ? recordsIn(body) : []
  const sections = sectionsOf(run, { path, key }, entry, revisions, leave)
  const first = await sections.next()
  if (first.done) return undefined
  const { ctx } = run
  const received = await receiveHere(ctx, pageOf(run, entry, first.value, sections))
  await keep(received)
  return {
    ...{
      real_name: NAME,
      long_name: newLongName(NAME),
      hash: received.hash,
      filesize: received.size,
      mime: 'text/html',
    },
    comment: `Texts that it had on ${run.source.address}`,
  }
}

/** What is of no use counts as a fault of that server, which is no reason to leave the entry there. */
async function ask({ client }: Run, path: string, key: number): Promise<Pick<Answer, 'status' | 'body'>> {
  try {
    return await client.get(path, key)
  } catch (error) {
    if (!(error instanceof BadAnswer)) throw error
    return { status: 500, body: null }
  }
}

/** One after the other, because each may be long. */
async function* sectionsOf(
  run: Run,
  { path, key }: { path: string; key: number },
  { body: now, isMarkdown }: TheirEntry,
  revisions: readonly Json[],
  leave: Leave,
): AsyncGenerator<string, undefined> {
  for (const listed of revisions) {
    const id = idIn(listed, 'id')
    const { status, body } = id === null ? { status: 404, body: null } : await ask(run, `${path}/${id}`, key)
    if (status !== 200) leave('earlier_left', textIn(listed, 'created_at') ?? '')
    const text = status === 200 && isRecord(body) ? storable(textIn(body, 'body') ?? '') : ''
    if (text === '' || text === now) continue
    run.report.parts.revisions++
    const shown = isMarkdown
      ? `<pre>${escapeHtml(text)}</pre>`
      : await new Texts(run.author.userid).later('cleanHtml', text)
    const who = [textIn(listed, 'created_at'), textIn(listed, 'fullname')].filter(Boolean).join(', ')
    yield `<section>\n<h2>${escapeHtml(storable(who))}</h2>\n${shown}\n</section>\n`
  }
}

async function* pageOf(
  { zone }: Run,
  { title }: TheirEntry,
  first: string,
  rest: AsyncIterable<string>,
): AsyncGenerator<Buffer> {
  const name = escapeHtml(storable(title))
  const head = `<!doctype html>\n<html>\n<head><meta charset="utf-8"><title>${name}</title></head>\n<body>\n`
  yield Buffer.from(`${head}<h1>${name}</h1>\n<p>Times: ${escapeHtml(zone)}</p>\n${first}`)
  for await (const section of rest) yield Buffer.from(section)
  yield Buffer.from('</body>\n</html>\n')
}
