import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { loadRefusals } from './refusals.ts'

export const languages = { en: 'English', fr: 'Français' } as const
export type Language = keyof typeof languages

/** The messages of one feature in every language. The English ones set the shape; the compiler names missing ones. */
export type Messages<T> = Readonly<Record<Language, T>>

export function defineMessages<T>(english: T, others: Omit<Messages<T>, 'en'>): Messages<T> {
  return { en: english, ...others }
}

interface LanguageValue {
  language: Language
  setLanguage(language: Language): void
}

const STORED = 'aliquot-language'
const LanguageContext = createContext<LanguageValue>({ language: 'en', setLanguage: () => {} })

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(firstLanguage)
  useEffect(() => {
    document.documentElement.lang = language
    localStorage.setItem(STORED, language)
    // The service speaks English. In another language, a refusal is shown in English until its messages are loaded.
    if (language !== 'en') loadRefusals(language).catch(() => {})
  }, [language])
  const value = useMemo(() => ({ language, setLanguage }), [language])
  return <LanguageContext.Provider value={value}>{children}</LanguageContext.Provider>
}

/** A feature's messages in the reader's language: `const text = useMessages(commentMessages)`, then `text.add`. */
export function useMessages<T>(texts: Messages<T>): T {
  return texts[useContext(LanguageContext).language]
}

export function useLanguage(): LanguageValue {
  return useContext(LanguageContext)
}

function firstLanguage(): Language {
  const wanted = localStorage.getItem(STORED) ?? navigator.language.slice(0, 2)
  return wanted in languages ? (wanted as Language) : 'en'
}
