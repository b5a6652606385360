import { type Filled, fillIn, type Params, type Sentence, withoutField } from '@aliquot/contract/refusals/sentence'
import { useEffect, useSyncExternalStore } from 'react'
import { type Language, loadCatalogue, loadedCatalogue } from './catalogue.ts'
import type { RefusalWords } from './refusals/words.ts'
import { writingIn } from './refusals/writing.ts'

let english: RefusalWords | undefined
const watchers = new Set<() => void>()

/** Loads the messages of a language. The service speaks English, so an English page needs them only now and then. */
export async function loadRefusals(language: Language): Promise<void> {
  if (language !== 'en') return loadCatalogue(language)
  if (english) return
  english = (await import('./refusals/english.ts')).words
  for (const watcher of watchers) watcher()
}

/**
 * For messages that the service does not send in these words: a problem below its field, or one that the page finds.
 */
export function useRefusalWords(language: Language): void {
  useEffect(() => {
    loadRefusals(language).catch(() => {})
  }, [language])
  useSyncExternalStore(watch, () => english !== undefined)
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** A refusal of the service, or of the page itself. */
interface Told {
  reason?: string | undefined
  field?: string | undefined
  params?: Params | undefined
  /** The service's own words, for a reason that this page does not know. */
  message?: string
  description?: string
}

/** A refusal in the reader's language. */
export function sayRefusal(told: Told, language: Language): Filled {
  return say(told, language, (sentence) => sentence)
}

/** Without the field name, where it is obvious which field is meant. */
export function sayOfField(told: Told, language: Language): string {
  return say(told, language, withoutField).message
}

function say(told: Told, language: Language, shorten: (sentence: Sentence) => Sentence): Filled {
  const { reason = '', message = '', description = '' } = told
  const words = wordsIn(language)
  const sentence = words && Object.hasOwn(words.sentences, reason) ? words.sentences[reason] : undefined
  if (!words || sentence === undefined) return { message, description }
  return fillIn(shorten(sentence), paramsOf(told, words), words.writing)
}

function wordsIn(language: Language): RefusalWords | undefined {
  if (language === 'en') return english
  const catalogue = loadedCatalogue(language)
  return catalogue && { ...catalogue.refusals, writing: writingIn(language) }
}

function paramsOf({ field, params }: Told, { names }: RefusalWords): Params {
  if (field === undefined) return params ?? {}
  return { ...params, field: (Object.hasOwn(names, field) && names[field]) || field }
}

/** Begins as a sentence does. */
export function withCapital(text: string, language: Language): string {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1)
}
