import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Coverage, coverageOf } from './coverage.ts'

/** A family of letters, from packages of npm with an open licence. */
interface Family {
  /** The name inside the files. */
  name: string
  package: string
  files: readonly string[]
}

const styles = (base: string, names: readonly string[], ending: string) =>
  names.map((name) => `${base}${name}${ending}`)

const TEXT: Family = {
  name: 'Noto Sans',
  package: '@embedpdf/fonts-latin',
  files: styles('fonts/NotoSans-', ['Regular', 'Bold', 'Italic', 'BoldItalic', 'SemiBold'], '.ttf'),
}
const HEBREW: Family = {
  name: 'Noto Sans Hebrew',
  package: '@embedpdf/fonts-hebrew',
  files: styles('fonts/NotoSansHebrew-', ['Regular', 'Bold'], '.ttf'),
}
const ARABIC: Family = {
  name: 'Noto Naskh Arabic',
  package: '@embedpdf/fonts-arabic',
  files: styles('fonts/NotoNaskhArabic-', ['Regular', 'Bold'], '.ttf'),
}
const CHINESE: Family = {
  name: 'Noto Sans S Chinese',
  package: '@embedpdf/fonts-sc',
  files: styles('fonts/NotoSansHans-', ['Regular', 'Bold'], '.otf'),
}
const JAPANESE: Family = {
  name: 'BIZ UDPGothic',
  package: '@expo-google-fonts/biz-udpgothic',
  files: ['400Regular/BIZUDPGothic_400Regular.ttf', '700Bold/BIZUDPGothic_700Bold.ttf'],
}
const KOREAN: Family = {
  name: 'NanumGothic',
  package: '@expo-google-fonts/nanum-gothic',
  files: ['400Regular/NanumGothic_400Regular.ttf', '700Bold/NanumGothic_700Bold.ttf'],
}
const MATH: Family = {
  name: 'STIX Two Math',
  package: '@expo-google-fonts/stix-two-math',
  files: ['400Regular/STIXTwoMath_400Regular.ttf'],
}
const SYMBOLS: Family = {
  name: 'Noto Sans Symbols 2',
  package: '@expo-google-fonts/noto-sans-symbols-2',
  files: ['400Regular/NotoSansSymbols2_400Regular.ttf'],
}
const MONO: Family = {
  name: 'Noto Sans Mono',
  package: '@expo-google-fonts/noto-sans-mono',
  files: ['400Regular/NotoSansMono_400Regular.ttf', '700Bold/NotoSansMono_700Bold.ttf'],
}
const EMOJI: Family = {
  name: 'Noto Emoji',
  package: '@expo-google-fonts/noto-emoji',
  files: ['400Regular/NotoEmoji_400Regular.ttf'],
}

/** Each character comes from the first of these that has it. */
const IN_ORDER: readonly Family[] = [TEXT, HEBREW, ARABIC, CHINESE, JAPANESE, KOREAN, MATH, SYMBOLS, EMOJI]
/** Every page needs these. */
const ALWAYS: readonly Family[] = [TEXT, MONO, MATH, SYMBOLS]

const names = (families: readonly Family[]) => families.map(({ name }) => name)
const firstOf = (...first: Family[]) => names([...first, ...IN_ORDER.filter((family) => !first.includes(family))])

/** What the template asks for, by language where letters look different there. */
export const FONT_LISTS = {
  text: names(IN_ORDER),
  ja: firstOf(TEXT, JAPANESE),
  ko: firstOf(TEXT, KOREAN),
  mono: firstOf(MONO),
  math: firstOf(MATH),
  symbols: firstOf(SYMBOLS),
}

/** The fonts of this process: what was needed once stays. */
export class Fonts {
  readonly #folders: readonly string[]
  readonly #coverage = new Map<Family, Coverage>()
  readonly #loaded = new Set<Family>()

  /** The folders in which npm may have installed the packages. */
  constructor(folders: readonly string[]) {
    this.#folders = folders
  }

  /** Names of loaded families change only when something was added. */
  get count(): number {
    return this.#loaded.size
  }

  /** Loads what these characters need, and answers those that no font has. */
  async provideFor(characters: ReadonlySet<string>): Promise<Set<string>> {
    for (const family of ALWAYS) await this.#load(family)
    let left = new Set([...characters].filter((character) => !IGNORABLE.test(character)))
    if (JAPANESE_LETTERS.test([...left].join(''))) await this.#load(JAPANESE)
    for (const family of IN_ORDER) {
      if (left.size === 0) break
      const coverage = await this.#coverageOf(family)
      const still = new Set([...left].filter((character) => !coverage(character.codePointAt(0) ?? 0)))
      if (still.size < left.size) await this.#load(family)
      left = still
    }
    return left
  }

  /** The contents of all loaded fonts. */
  async files(): Promise<Uint8Array[]> {
    const paths = [...this.#loaded].flatMap((family) => family.files.map((file) => ({ family, file })))
    return Promise.all(paths.map(({ family, file }) => this.#read(family, file)))
  }

  async #coverageOf(family: Family): Promise<Coverage> {
    const known = this.#coverage.get(family)
    if (known) return known
    const [regular = ''] = family.files
    const found = coverageOf(await this.#read(family, regular))
    this.#coverage.set(family, found)
    return found
  }

  async #load(family: Family): Promise<void> {
    this.#loaded.add(family)
  }

  async #read(family: Family, file: string): Promise<Uint8Array> {
    for (const folder of this.#folders) {
      const content = await readFile(join(folder, family.package, file)).catch(() => undefined)
      if (content) return content
    }
    throw new Error(`the font ${family.name} is not installed`)
  }
}

const JAPANESE_LETTERS = /[\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Characters that show nothing themselves: white space, marks of direction, joiners, variation selectors. */
const IGNORABLE = /[\s\p{Default_Ignorable_Code_Point}\p{Cf}]/u
