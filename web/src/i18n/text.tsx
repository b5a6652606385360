import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { en, type Messages } from './en.ts'
import { fr } from './fr.ts'

export const languages = { en: 'English', fr: 'Français' } as const
export type Language = keyof typeof languages

const catalogues: Record<Language, Messages> = { en, fr }
const STORED = 'aliquot-language'

interface TextValue {
  text: Messages
  language: Language
  setLanguage(language: Language): void
}

const TextContext = createContext<TextValue>({ text: en, language: 'en', setLanguage: () => {} })

export function TextProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(firstLanguage)
  useEffect(() => {
    document.documentElement.lang = language
    localStorage.setItem(STORED, language)
  }, [language])
  const value = useMemo(() => ({ text: catalogues[language], language, setLanguage }), [language])
  return <TextContext.Provider value={value}>{children}</TextContext.Provider>
}

/** The texts in the reader's language: `const text = useText()`, then `text.common.save`. */
export function useText(): Messages {
  return useContext(TextContext).text
}

export function useLanguage(): TextValue {
  return useContext(TextContext)
}

function firstLanguage(): Language {
  const wanted = localStorage.getItem(STORED) ?? navigator.language.slice(0, 2)
  return wanted in catalogues ? (wanted as Language) : 'en'
}
