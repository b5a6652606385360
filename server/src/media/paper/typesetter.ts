import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { TypstCompiler } from '@myriaddreamin/typst-ts-web-compiler'
import { Spent } from '../spent.ts'
import { FONT_LISTS, Fonts } from './fonts.ts'

/** Runs only in the process for paper. */

type Template = 'paper' | 'codes' | 'labels'
type Library = typeof import('@myriaddreamin/typst-ts-web-compiler')

const PACKAGE = '@myriaddreamin/typst-ts-web-compiler'
const ONE_LINE = 2

interface Opened {
  library: Library
  compiler: TypstCompiler
  fonts: Fonts
  templates: Record<Template, string>
  /** The number of families that the compiler knows. */
  known: number
}

let opened: Promise<Opened> | undefined

async function open(): Promise<Opened> {
  const { resolve } = createRequire(import.meta.url)
  const library = await import(PACKAGE)
  // Given the bytes, because it would ask the network for an address.
  await library.default({ module_or_path: await readFile(resolve(`${PACKAGE}/wasm`)) })
  const builder = new library.TypstCompilerBuilder()
  builder.set_dummy_access_model()
  const compiler = await builder.build()
  const templates = {
    paper: await templateOf('paper'),
    codes: await templateOf('codes'),
    labels: await templateOf('labels'),
  }
  return { library, compiler, fonts: new Fonts(resolve.paths(PACKAGE) ?? []), templates, known: 0 }
}

export interface Typeset {
  pdf: Uint8Array
  /** The characters that no font has. */
  missing: string[]
}

/**
 * Sets a tree of plain data as the template says. `told` gets the characters that no font has, and says what stands for
 * them.
 */
export async function typeset(
  template: Template,
  tree: (missing: readonly string[]) => object,
  files: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<Typeset> {
  opened ??= open().catch((error: unknown) => {
    throw new Spent(`what sets pages cannot be opened: ${error}`)
  })
  const tools = await opened
  const plain = write(tree([]))
  const missing = [...(await tools.fonts.provideFor(new Set(plain)))]
  const json = missing.length === 0 ? plain : named(write(tree(missing)), new Set(missing))
  await knowFonts(tools)
  const { compiler } = tools
  let failure: unknown
  try {
    compiler.add_source('/main.typ', tools.templates[template])
    compiler.map_shadow('/doc.json', Buffer.from(json))
    for (const [path, content] of files) compiler.map_shadow(path, content)
    return { pdf: compile(compiler), missing }
  } catch (error) {
    failure = error
    throw error
  } finally {
    forget(compiler, failure)
  }
}

/** Nothing of one person's pages stays for the next. A compiler that broke in the middle of its work refuses this. */
function forget(compiler: TypstCompiler, failure: unknown): void {
  try {
    compiler.reset_shadow()
    compiler.reset()
  } catch (error) {
    throw new Spent(`what sets pages broke: ${failure ?? error}`)
  }
}

function write(tree: object): string {
  const fonts = { ...FONT_LISTS }
  return JSON.stringify({ ...tree, fonts }, (_, value) => (typeof value === 'string' ? printable(value) : value))
}

function printable(text: string): string {
  return text.toWellFormed().replace(/[^\P{Cc}\n\t]+/gu, '')
}

/** `⟨U+1F9EC⟩` in place of a character that no font has. */
function named(json: string, missing: ReadonlySet<string>): string {
  const parts: string[] = []
  for (const character of json) parts.push(missing.has(character) ? `⟨${numberOf(character)}⟩` : character)
  return parts.join('')
}

export function numberOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

async function knowFonts(tools: Opened): Promise<void> {
  if (tools.known === tools.fonts.count) return
  const builder = new tools.library.TypstFontResolverBuilder()
  for (const file of await tools.fonts.files()) builder.add_raw_font(file)
  tools.compiler.set_fonts(await builder.build())
  tools.known = tools.fonts.count
}

function templateOf(name: Template): Promise<string> {
  return readFile(fileURLToPath(new URL(`./${name}.typ`, import.meta.url)), 'utf8')
}

function compile(compiler: TypstCompiler): Uint8Array {
  const answer = compiler.compile('/main.typ', undefined, 'pdf', ONE_LINE) as Answer
  const pdf = answer instanceof Uint8Array ? answer : answer?.result
  if (pdf instanceof Uint8Array) return pdf
  const why = answer instanceof Uint8Array ? [] : (answer?.diagnostics ?? [])
  throw new Error(`the pages could not be set: ${why.map(String).join('; ').slice(0, 500)}`)
}

type Answer = Uint8Array | { result?: Uint8Array; diagnostics?: unknown[] } | undefined
