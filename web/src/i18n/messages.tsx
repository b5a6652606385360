import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { isOffered, type Language, loadCatalogue, loadedCatalogue } from './catalogue.ts'
import { directionOf } from './direction.ts'

/** The messages of one feature. The English ones set the shape, and the compiler compares other languages with it. */
export interface Messages<T> {
  /** The name of their translation in a catalogue. */
  readonly name: string
  readonly english: T
}

/** What a catalogue has for these messages: `export const comment: WordsOf<typeof commentMessages> = { … }`. */
export type WordsOf<M> = M extends Messages<infer T> ? Translated<T> : never

/** The same keys and parameters, with any words. */
type Translated<T> = T extends string
  ? string
  : T extends (...values: infer Values) => infer Said
    ? (...values: Values) => Translated<Said>
    : { readonly [Key in keyof T]: Translated<T[Key]> }

export function defineMessages<T>(name: string, english: T): Messages<T> {
  return { name, english }
}

interface LanguageValue {
  language: Language
  /** Loads the language first. Rejects if that fails, and the page keeps its language. */
  setLanguage(language: Language): Promise<void>
}

const STORED = 'aliquot-language'
const LanguageContext = createContext<LanguageValue>({ language: 'en', setLanguage: async () => {} })

/** Loads the reader's language before the page is drawn. Returns English if that fails. */
export async function loadFirstLanguage(): Promise<Language> {
  const wanted = [localStorage.getItem(STORED), ...navigator.languages.map((tag) => tag.slice(0, 2))]
  const language = wanted.find((code) => code !== null && isOffered(code)) ?? 'en'
  try {
    await loadCatalogue(language)
    return language
  } catch {
    return 'en'
  }
}

export function LanguageProvider({ first, children }: { first: Language; children: ReactNode }) {
  const [language, show] = useState<Language>(first)
  useEffect(() => {
    document.documentElement.lang = language
    document.documentElement.dir = directionOf(language)
  }, [language])
  const value = useMemo(() => {
    const setLanguage = async (chosen: Language) => {
      await loadCatalogue(chosen)
      localStorage.setItem(STORED, chosen)
      show(chosen)
    }
    return { language, setLanguage }
  }, [language])
  return <LanguageContext.Provider value={value}>{children}</LanguageContext.Provider>
}

/** A feature's messages in the reader's language: `const text = useMessages(commentMessages)`, then `text.add`. */
export function useMessages<T>(messages: Messages<T>): T {
  return messagesIn(useContext(LanguageContext).language, messages)
}

export function messagesIn<T>(language: Language, { name, english }: Messages<T>): T {
  return (loadedCatalogue(language)?.messages[name] as T | undefined) ?? english
}

export function useLanguage(): LanguageValue {
  return useContext(LanguageContext)
}
