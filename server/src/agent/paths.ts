import { sep } from 'node:path'

/** Paths are bytes: a name on a disk need not be valid text. */
export type BytePath = Buffer

const SEPARATOR = Buffer.from(sep)

export function joinPath(folder: BytePath, name: Buffer): BytePath {
  return Buffer.concat([folder, SEPARATOR, name])
}

/** The same path always has the same key; broken names do not clash. */
export function keyOf(path: BytePath): string {
  const text = path.toString('utf8')
  return Buffer.from(text, 'utf8').equals(path) ? text : `hex:${path.toString('hex')}`
}

/** The path below its folder with `/`, as patterns and people see it. */
export function relativeName(folder: BytePath, path: BytePath): string {
  const text = path.subarray(folder.length + SEPARATOR.length).toString('utf8')
  return sep === '/' ? text : text.replaceAll(sep, '/')
}

/** In one line of a log: control characters and invisible turns of direction are shown as codes. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`)
}

const MOST_NAME = 4000

/** A name that the notebook takes, as close to the original as possible. */
export function notebookName(relative: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
  const clean = relative.toWellFormed().replaceAll(/[\u0000-\u001f\u007f<]/g, '_')
  const name = clean.trim() === '' ? '_' : clean
  // The notebook refuses this ending.
  const harmless = /\.php$/.test(name) ? `${name}.txt` : name
  if (harmless.length <= MOST_NAME) return harmless
  const ending = /\.[^./]{1,20}$/.exec(harmless)?.[0] ?? ''
  return `${harmless.slice(0, MOST_NAME - ending.length - 1).toWellFormed()}…${ending}`
}
