/** A part of a form. With a file name it is a file. */
export interface Part {
  name: string
  content: string | Buffer
  filename?: string
  /** The type that the sender declares. */
  type?: string
}

export const BOUNDARY = '----aliquot-test'

/** A form as browsers and programs send it. */
export function makeForm(parts: readonly Part[]): { type: string; body: Buffer } {
  const chunks = parts.flatMap(({ name, content, filename, type }) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${nameOf(filename)}\r\n`),
    Buffer.from(filename === undefined ? '\r\n' : `Content-Type: ${type ?? 'application/octet-stream'}\r\n\r\n`),
    Buffer.isBuffer(content) ? content : Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    body: Buffer.concat([...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  }
}

/** A form with one file. */
export function oneFile(filename: string, content: string | Buffer, comment?: string): Part[] {
  return [
    { name: 'file', filename, content },
    ...(comment === undefined ? [] : [{ name: 'comment', content: comment }]),
  ]
}

function nameOf(filename: string | undefined): string {
  return filename === undefined ? '' : `; filename="${filename.replaceAll('"', '%22')}"`
}
