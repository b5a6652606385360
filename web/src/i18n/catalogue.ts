import type { RefusalWords } from './refusals/words.ts'

/** `en`, or the name of a folder in `languages/`. */
export type Language = string

/** All words of a language. English has no catalogue: it is in the code, beside each feature. */
export interface Catalogue {
  /** By the name that `defineMessages` gives them. */
  messages: Readonly<Record<string, unknown>>
  refusals: Omit<RefusalWords, 'writing'>
}

type Loaders = Readonly<Record<Language, () => Promise<Catalogue>>>

let loaders: Loaders = {}
const loaded = new Map<Language, Catalogue>()

/** The languages of this page. The page's start calls it. */
export function offerLanguages(all: Loaders): void {
  loaders = all
}

/** English first, then the others by their names. */
export function offeredLanguages(): { code: Language; name: string }[] {
  const others = Object.keys(loaders).map((code) => ({ code, name: nameOf(code) }))
  return [{ code: 'en', name: 'English' }, ...others.sort((a, b) => a.name.localeCompare(b.name))]
}

export function isOffered(language: string): boolean {
  return language === 'en' || Object.hasOwn(loaders, language)
}

export async function loadCatalogue(language: Language): Promise<void> {
  const load = loaders[language]
  if (load && !loaded.has(language)) loaded.set(language, await load())
}

/** Undefined for English, and for a language that is not loaded. */
export function loadedCatalogue(language: Language): Catalogue | undefined {
  return loaded.get(language)
}

/** `Français`, `Deutsch`: a language as its speakers call it. */
function nameOf(code: Language): string {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}
