import type { Upload } from '@aliquot/contract/uploads'

/** How a file is shown. */
export type FileKind = 'picture' | 'pages' | 'table' | 'markdown' | 'json' | 'text' | 'audio' | 'video' | 'other'

type Facts = Pick<Upload, 'mime_type' | 'real_name'> & Partial<Pick<Upload, 'has_thumbnail'>>

/** Extensions of instrument files that are text in another encoding. */
const TEXT_ENDINGS = new Set(['asc', 'csv', 'log', 'tsv', 'txt'])

/** By the type that the service detected; if that says little, by its name. Other types are only described. */
export function kindOf(file: Facts): FileKind {
  const { mime_type: mime } = file
  const ending = endingOf(file.real_name)
  // An SVG is a document that can run scripts: without a picture of it, its source is shown.
  if (mime === 'image/svg+xml') return file.has_thumbnail === 1 ? 'picture' : 'text'
  if (mime.startsWith('image/')) return 'picture'
  if (mime === 'application/pdf') return 'pages'
  if (mime === 'text/csv' || mime === 'text/tab-separated-values') return 'table'
  if (mime === 'text/markdown') return 'markdown'
  if (mime === 'application/json') return 'json'
  if (mime.startsWith('text/')) return 'text'
  if (mime.startsWith('audio/')) return 'audio'
  if (mime.startsWith('video/')) return 'video'
  if (mime !== 'application/octet-stream' || !TEXT_ENDINGS.has(ending)) return 'other'
  return ending === 'csv' || ending === 'tsv' ? 'table' : 'text'
}

/** Types that browsers draw themselves. */
const DRAWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'])

export function isDrawn({ mime_type }: Pick<Upload, 'mime_type'>): boolean {
  return DRAWN.has(mime_type)
}

export function endingOf(name: string): string {
  return /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}

const LANGUAGES: Readonly<Record<string, string>> = {
  ...{ sh: 'bash', bash: 'bash', zsh: 'bash', c: 'c', h: 'c', cpp: 'cpp', cc: 'cpp', hpp: 'cpp', cs: 'csharp' },
  ...{ css: 'css', diff: 'diff', patch: 'diff', f: 'fortran', f90: 'fortran', go: 'go', ini: 'ini', toml: 'ini' },
  ...{ java: 'java', js: 'javascript', mjs: 'javascript', jsx: 'javascript', json: 'json', ipynb: 'json' },
  ...{ geojson: 'json', jl: 'julia', tex: 'latex', mk: 'makefile', md: 'markdown', m: 'matlab', pl: 'perl' },
  ...{ ps1: 'powershell', py: 'python', r: 'r', rmd: 'markdown', rb: 'ruby', rs: 'rust', sql: 'sql' },
  ...{
    ts: 'typescript',
    tsx: 'typescript',
    xml: 'xml',
    html: 'xml',
    htm: 'xml',
    svg: 'xml',
    yaml: 'yaml',
    yml: 'yaml',
  },
}

/** The language for colours, by the file name or the detected type. */
export function languageOf({ real_name, mime_type }: Facts): string | undefined {
  return LANGUAGES[endingOf(real_name)] ?? (/html|xml/.test(mime_type) ? 'xml' : undefined)
}
