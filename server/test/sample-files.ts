import { Readable } from 'node:stream'
import type { Files } from '../src/files/files.ts'
import { zipOf } from '../src/lib/zip/zip.ts'

/** Typical uploads, made by hand: small, with nothing but what a test looks for. */

export async function makePicture(width: number, height: number, format: 'png' | 'tiff' | 'jpeg' = 'png') {
  const { default: sharp } = await import('sharp')
  const picture = sharp({ create: { width, height, channels: 3, background: '#d04030' } })
  return picture.toFormat(format).toBuffer()
}

/** A PDF with a page for each text. */
export function makePdf(texts: readonly string[]): Buffer {
  const first = 4
  const pages = texts.map(
    (_, index) => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents ${first + 2 * index + 1} 0 R
      /Resources << /Font << /F1 3 0 R >> >> >>`,
  )
  const kids = texts.map((_, index) => `${first + 2 * index} 0 R`)
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${texts.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...texts.flatMap((text, index) => [pages[index] ?? '', pdfStream('', `BT /F1 24 Tf 20 100 Td (${text}) Tj ET`)]),
  ])
}

/** A small PDF whose last page takes forever to draw; with less depth, only long. An empty page may come before it. */
export function makeEndlessPdf(depth = 28, { isSecond = false } = {}): Buffer {
  const form = (inner: number) =>
    pdfStream(
      `/Type /XObject /Subtype /Form /BBox [0 0 100 100] /Resources << /XObject << /A ${inner} 0 R >> >>`,
      '/A Do '.repeat(8),
    )
  const last = 5 + depth
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    isSecond
      ? `<< /Type /Pages /Kids [${last + 2} 0 R 3 0 R] /Count 2 >>`
      : '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents ${last + 1} 0 R
      /Resources << /XObject << /A 4 0 R >> >> >>`,
    ...Array.from({ length: depth + 1 }, (_, level) => form(5 + level)),
    pdfStream('/Type /XObject /Subtype /Form /BBox [0 0 100 100]', '0 0 10 10 re f'),
    pdfStream('', '/A Do '.repeat(8)),
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] >>',
  ])
}

function pdfStream(dictionary: string, content: string): string {
  return `<< ${dictionary} /Length ${content.length} >>\nstream\n${content}\nendstream`
}

function pdfOf(objects: readonly string[]): Buffer {
  let text = '%PDF-1.4\n'
  const starts = objects.map((object, index) => {
    const start = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return start
  })
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}`
  return Buffer.from(`${text}${end}\n%%EOF\n`)
}

export async function makeArchive(members: Readonly<Record<string, string>>): Promise<Buffer> {
  const chunks: Buffer[] = []
  const all = Object.entries(members).map(([name, content]) => ({ name, at: '2026-01-01 10:00:00', content }))
  for await (const chunk of zipOf(all)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export function makeDocx(...paragraphs: string[]): Promise<Buffer> {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('')
  return makeArchive({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<?xml version="1.0"?><w:document><w:body>${body}</w:body></w:document>`,
  })
}

/** Reads of the store break off after two million bytes, as on a failing disk. Returns how to end that. */
export function breakReads({ store }: Pick<Files, 'store'>): () => void {
  const { read } = store
  store.read = async (hash) => {
    const start = await read.call(store, hash, { start: 0, end: 1_999_999 })
    const breakOff = async function* () {
      yield* start
      throw new Error('EIO: i/o error, read')
    }
    return Readable.from(breakOff())
  }
  return () => {
    store.read = read
  }
}
