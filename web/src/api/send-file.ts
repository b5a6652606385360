import { type Answer, API, exchange, lost, type Received, speakerHeaders } from './client.ts'
import { reasonFor } from './reasons.ts'

export interface FormOfFile {
  /** Relative to the API. */
  path: string
  file: File
  name: string
  /** The file replaces the one in the path. */
  isReplacement: boolean
  /** Further parts of the form. */
  fields?: Readonly<Record<string, string>>
  /** However often it is sent, it is added once. */
  idempotencyKey: string
}

interface Options {
  signal: AbortSignal
  report(sentBytes: number): void
}

/** Sends a file as a form and reports the progress, which `fetch` cannot. */
export function sendFile(form: FormOfFile, options: Options): Promise<Answer<undefined>> {
  return exchange(form.path, () => sendOnce(form, options))
}

/** Without traffic for this long the connection counts as broken. */
const SILENCE_MS = 60_000

function sendOnce(form: FormOfFile, { signal, report }: Options): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>()
  const request = new XMLHttpRequest()
  request.open('POST', API + form.path)
  request.setRequestHeader('accept', 'application/json')
  request.setRequestHeader('idempotency-key', form.idempotencyKey)
  for (const [name, value] of Object.entries(speakerHeaders())) request.setRequestHeader(name, value)
  const reason = reasonFor(form.path)
  if (reason) request.setRequestHeader('x-change-reason', encodeURIComponent(reason))

  let timer: ReturnType<typeof setTimeout>
  const giveUp = () => request.abort()
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(giveUp, SILENCE_MS)
  }
  const lose = () => {
    if (signal.aborted) return reject(signal.reason)
    reject(lost())
  }
  request.upload.onprogress = ({ loaded }) => {
    wait()
    report(loaded)
  }
  request.onload = () => {
    resolve({
      response: new Response(null, { status: request.status, headers: headersOf(request) }),
      text: request.responseText,
    })
  }
  request.onerror = lose
  request.onabort = lose
  request.onloadend = () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  }
  signal.addEventListener('abort', giveUp)
  wait()
  request.send(formData(form))
  return promise
}

function formData({ file, name, isReplacement, fields = {} }: FormOfFile): FormData {
  const data = new FormData()
  for (const [field, value] of Object.entries(fields)) data.append(field, value)
  if (isReplacement) data.append('action', 'replace')
  // Browsers encode some characters of a file's own name differently.
  data.append('real_name', name)
  data.append('file', file, name)
  return data
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const [name = '', ...value] = line.split(': ')
    if (name !== '') headers.append(name, value.join(': '))
  }
  return headers
}
