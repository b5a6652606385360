import { randomBytes } from 'node:crypto'
import { srgbProfile } from './color-profile.ts'
import { FIRST_OF_PARTS, NOT_HERE, type PartStart, type PdfPart, SHARED } from './part.ts'
import { dateString, textString } from './values.ts'
import { metadataOf } from './xmp.ts'

export interface PdfAbout {
  title: string
  author: string
  language: string
  /** `2026-03-02T09:15:40.123Z` */
  madeAt: string
  /** Says of itself that it is a PDF/A-3b. */
  isArchive: boolean
}

/** A file inside the document. */
export interface PdfAttachment {
  /** Unique in the document. */
  name: string
  mime: string
  /** `2026-03-02T09:15:40.123Z` */
  at: string
  about: string
  relation: 'Source' | 'Data' | 'Supplement'
  size: number
  /** Exactly so many bytes. */
  read(): Promise<AsyncIterable<Uint8Array>> | Iterable<Uint8Array>
  /** What takes its place if it cannot be read. Undefined: the document fails. */
  instead?(error: unknown): PdfAttachment | undefined
}

/** Writes one document from parts, in order. It holds no part: only where the objects are. */
export class PdfBinder {
  readonly #about: PdfAbout
  #at = 0
  readonly #offsets = new Offsets()
  #key = 0
  readonly #pages: PdfPart['pages'][] = []
  readonly #elements: number[] = []
  readonly #parents: NonNullable<PdfPart['parents']>[] = []
  readonly #names: NonNullable<PdfPart['names']>[] = []
  readonly #files: { name: string; number: number }[] = []
  #roles: string | undefined
  #title: { number: number; text: string; before: number | undefined } | undefined
  #firstTitle: number | undefined
  #titles = 0

  constructor(about: PdfAbout) {
    this.#about = about
  }

  *begin(): Generator<Buffer> {
    // The second line tells programs that the file is binary.
    yield this.#told(Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'))
    this.#offsets.reserve(FIRST_OF_PARTS)
  }

  /** The numbers with which the next part begins. */
  start(): PartStart {
    return { object: this.#offsets.count, key: this.#key }
  }

  *add(part: PdfPart): Generator<Buffer> {
    for (const offset of part.offsets) this.#offsets.push(offset === NOT_HERE ? 0 : this.#at + offset)
    yield this.#told(Buffer.from(part.data.buffer, part.data.byteOffset, part.data.byteLength))
    this.#key = part.nextKey
    this.#pages.push(part.pages)
    for (const element of part.elements) this.#elements.push(element)
    if (part.parents) this.#parents.push(part.parents)
    if (part.names) this.#names.push(part.names)
    this.#roles ??= part.roles
    if (part.outline) yield* this.#addTitle(part.outline)
  }

  /** Titles are chained, so each is written when the next is known. */
  *#addTitle(outline: NonNullable<PdfPart['outline']>): Generator<Buffer> {
    this.#titles += 1
    this.#firstTitle ??= outline.number
    const before = this.#title
    yield* this.#writeTitle(outline.number)
    this.#title = { ...outline, before: before?.number }
  }

  *#writeTitle(next: number | undefined): Generator<Buffer> {
    if (!this.#title) return
    const { number, text, before } = this.#title
    const chain = `${before === undefined ? '' : `/Prev ${before} 0 R`}${next === undefined ? '' : `/Next ${next} 0 R`}`
    yield this.#object(number, `${text.slice(0, -2)}${chain}>>`)
  }

  /** Streamed: it may be gigabytes. */
  async *attach(file: PdfAttachment): AsyncGenerator<Buffer> {
    const content = this.#offsets.count
    const spec = content + 1
    this.#offsets.reserve(spec + 1)
    const subtype = `/${file.mime.replace(/[^A-Za-z0-9.+-]/g, (c) => `#${c.charCodeAt(0).toString(16).padStart(2, '0')}`)}`
    const date = dateString(file.at)
    const params = `/Params <</Size ${file.size}/ModDate ${date}>>`
    this.#offsets.set(content, this.#at)
    const head = `<</Type /EmbeddedFile/Subtype ${subtype}/Length ${file.size}${params}>>`
    yield this.#told(Buffer.from(`${content} 0 obj\n${head}\nstream\n`))
    const end = this.#at + file.size
    try {
      for await (const bytes of await file.read()) {
        yield this.#told(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
      }
    } catch (error) {
      const instead = file.instead?.(error)
      if (!instead) throw error
      // Nothing leads to what is here.
      yield* this.#fill(end - this.#at)
      yield* this.attach(instead)
      return
    }
    yield this.#told(END_OF_STREAM)
    const name = textString(file.name)
    yield this.#object(
      spec,
      `<</Type /Filespec/F ${name}/UF ${name}/Desc ${textString(file.about)}/AFRelationship /${file.relation}` +
        `/EF <</F ${content} 0 R/UF ${content} 0 R>>>>`,
    )
    this.#files.push({ name: file.name, number: spec })
  }

  *#fill(length: number): Generator<Buffer> {
    for (let left = length; left > 0; left -= FILLING.length) yield this.#told(FILLING.subarray(0, left))
    yield this.#told(END_OF_STREAM)
  }

  *end(): Generator<Buffer> {
    yield* this.#writeTitle(undefined)
    const { title, author, madeAt } = this.#about
    const count = this.#pages.reduce((sum, pages) => sum + pages.count, 0)
    const kids = this.#pages.map(({ number }) => ref(number)).join(' ')
    yield this.#object(SHARED.pages, `<</Type /Pages/Count ${count}/Kids [${kids}]>>`)
    yield this.#object(
      SHARED.structure,
      `<</Type /StructTreeRoot/K [${this.#elements.map(ref).join(' ')}]/ParentTree ${ref(SHARED.parents)}` +
        `/ParentTreeNextKey ${this.#key}${this.#roles ? `/RoleMap ${this.#roles}` : ''}${this.#nameTree()}>>`,
    )
    yield this.#object(SHARED.parents, this.#parentTree())
    const chain =
      this.#title === undefined || this.#firstTitle === undefined
        ? ''
        : `/First ${ref(this.#firstTitle)}/Last ${ref(this.#title.number)}/Count ${this.#titles}`
    yield this.#object(SHARED.outline, `<</Type /Outlines${chain}>>`)
    const date = dateString(madeAt)
    yield this.#object(
      SHARED.info,
      `<</Title ${textString(title)}/Author ${textString(author)}/Creator ${textString(PRODUCER)}` +
        `/Producer ${textString(PRODUCER)}/CreationDate ${date}/ModDate ${date}>>`,
    )
    const metadata = Buffer.from(metadataOf({ ...this.#about, producer: PRODUCER }))
    yield* this.#stream(SHARED.metadata, '/Type /Metadata/Subtype /XML', metadata)
    yield* this.#stream(SHARED.profile, '/N 3', srgbProfile())
    yield this.#object(SHARED.catalog, this.#catalog())
    yield* this.#table()
  }

  #parentTree(): string {
    const nodes = this.#parents.map(({ number }) => ref(number)).join(' ')
    return this.#parents.length === 0 ? '<</Nums []>>' : `<</Kids [${nodes}]>>`
  }

  #nameTree(): string {
    const kids = this.#names.map(({ number }) => ref(number)).join(' ')
    return kids === '' ? '' : `/IDTree <</Kids [${kids}]>>`
  }

  #catalog(): string {
    const { language } = this.#about
    const files = this.#files.map(({ number }) => ref(number)).join(' ')
    const named = this.#files
      .map(({ name, number }) => ({ key: textString(name), number }))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ key, number }) => `${key} ${ref(number)}`)
      .join(' ')
    const profile =
      `<</Type /OutputIntent/S /GTS_PDFA1/OutputConditionIdentifier (sRGB IEC61966-2.1)/Info (sRGB IEC61966-2.1)` +
      `/DestOutputProfile ${ref(SHARED.profile)}>>`
    return (
      `<</Type /Catalog/Pages ${ref(SHARED.pages)}/Lang ${textString(language)}/MarkInfo <</Marked true>>` +
      `/StructTreeRoot ${ref(SHARED.structure)}/Metadata ${ref(SHARED.metadata)}/OutputIntents [${profile}]` +
      (this.#title ? `/Outlines ${ref(SHARED.outline)}` : '') +
      (files ? `/AF [${files}]/Names <</EmbeddedFiles <</Names [${named}]>>>>` : '') +
      '/ViewerPreferences <</DisplayDocTitle true>>>>'
    )
  }

  *#table(): Generator<Buffer> {
    const start = this.#at
    const count = this.#offsets.count
    yield this.#told(Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n`))
    for (const lines of this.#offsets.lines()) yield this.#told(Buffer.from(lines))
    const id = randomBytes(16).toString('hex').toUpperCase()
    yield this.#told(
      Buffer.from(
        `trailer\n<</Size ${count}/Root ${ref(SHARED.catalog)}/Info ${ref(SHARED.info)}/ID [<${id}> <${id}>]>>\n` +
          `startxref\n${start}\n%%EOF\n`,
      ),
    )
  }

  #object(number: number, text: string): Buffer {
    this.#offsets.set(number, this.#at)
    return this.#told(Buffer.from(`${number} 0 obj\n${text}\nendobj\n`, 'latin1'))
  }

  *#stream(number: number, head: string, bytes: Buffer): Generator<Buffer> {
    this.#offsets.set(number, this.#at)
    yield this.#told(Buffer.from(`${number} 0 obj\n<<${head}/Length ${bytes.length}>>\nstream\n`))
    yield this.#told(bytes)
    yield this.#told(END_OF_STREAM)
  }

  #told(bytes: Buffer): Buffer {
    this.#at += bytes.length
    return bytes
  }
}

const PRODUCER = 'Aliquot'
const END_OF_STREAM = Buffer.from('\nendstream\nendobj\n')
const FILLING = Buffer.alloc(65_536)

function ref(number: number): string {
  return `${number} 0 R`
}

const LINES = 1000

/** Where each object is. There may be millions, and an array of numbers would take three times the memory. */
class Offsets {
  #values = new Float64Array(1024)
  count = 0

  push(offset: number): void {
    this.reserve(this.count + 1)
    this.#values[this.count - 1] = offset
  }

  set(number: number, offset: number): void {
    this.#values[number] = offset
  }

  /** So many objects at least. */
  reserve(count: number): void {
    this.count = Math.max(this.count, count)
    if (this.count <= this.#values.length) return
    const larger = new Float64Array(this.count * 2)
    larger.set(this.#values)
    this.#values = larger
  }

  /** The lines of the table, without that of object 0. Objects that nobody wrote are free. */
  *lines(): Generator<string> {
    for (let from = 1; from < this.count; from += LINES) {
      const lines: string[] = []
      for (let number = from; number < Math.min(this.count, from + LINES); number++) {
        const offset = this.#values[number] ?? 0
        lines.push(offset === 0 ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`)
      }
      yield lines.join('')
    }
  }
}
