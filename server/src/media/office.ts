import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { MOST_MEMBERS, MOST_TEXT, MOST_UNPACKED } from './limits.ts'
import { xmlText } from './xml-text.ts'

/** Runs only in the media process. */

/** Members that hold the text: Word, Excel, PowerPoint, OpenDocument. */
const TEXTS = [
  /^word\/(?:document|footnotes|endnotes|comments|header\d*|footer\d*)\.xml$/,
  /^xl\/(?:sharedStrings|comments\d*|worksheets\/sheet\d+)\.xml$/,
  /^ppt\/(?:slides\/slide\d+|notesSlides\/notesSlide\d+)\.xml$/,
  /^content\.xml$/,
]

/** Members by which an office document is recognised. */
const SIGNS = new Set(['[Content_Types].xml', 'mimetype'])

/** Elements that end a piece of text: paragraphs, rows, cells, shared strings, line breaks, tabs. */
const BREAKS: ReadonlySet<string> = new Set([
  ...['w:p', 'w:br', 'w:tab', 'w:tc', 'a:p', 'a:br', 'si', 'is', 'v', 'c', 'row'],
  ...['text:p', 'text:h', 'text:line-break', 'text:tab', 'table:table-cell', 'text:list-item'],
])

/** The text of an office document; undefined if the archive is none. */
export async function officeText(path: string): Promise<string | undefined> {
  const archive = await openPromise(path, { lazyEntries: true, autoClose: false })
  try {
    const members = await findMembers(archive)
    if (!members) return undefined
    let [text, unpacked] = ['', 0]
    for (const member of members) {
      const content = await readMember(archive, member, MOST_UNPACKED - unpacked)
      unpacked += content.length
      text += `${textOf(member.fileName, content.toString('utf8'))}\n`
      if (text.length >= MOST_TEXT) break
    }
    return text
  } finally {
    archive.close()
  }
}

async function findMembers(archive: ZipFile): Promise<Entry[] | undefined> {
  if (archive.entryCount > MOST_MEMBERS) return undefined
  const found: Entry[] = []
  let isDocument = false
  for await (const entry of archive.eachEntry()) {
    isDocument ||= SIGNS.has(entry.fileName)
    if (TEXTS.some((pattern) => pattern.test(entry.fileName))) found.push(entry)
  }
  return isDocument && found.length > 0 ? found.sort(byNumber) : undefined
}

/** Sorts page 2 after page 1 and before page 10. */
function byNumber(a: Entry, b: Entry): number {
  return a.fileName.localeCompare(b.fileName, 'en', { numeric: true })
}

/** Ignores the size that a member declares. Throws once more than `room` bytes are unpacked. */
async function readMember(archive: ZipFile, member: Entry, room: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of await archive.openReadStreamPromise(member)) {
    size += (chunk as Buffer).length
    if (size > room) throw new Error('too large when it is unpacked')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

function textOf(name: string, xml: string): string {
  // Sheets hold numbers; their texts are in the shared strings, and the cells only hold indexes of these.
  if (name.startsWith('xl/worksheets/')) return numbersOf(xml)
  return xmlText(xml, (element) => BREAKS.has(element))
}

function numbersOf(xml: string): string {
  const cells = xml.matchAll(/<c(\s[^>]{0,200})?>(?:<f>[^<]{0,8192}<\/f>)?<(?:v|is><t)[^>]{0,100}>([^<]{0,32768})</g)
  const values: string[] = []
  for (const [, attributes = '', value = ''] of cells) if (!/\st="s"/.test(attributes)) values.push(value)
  return xmlText(`${values.join('\n')}<`, () => false)
}
