import type { Language } from './messages.tsx'

type Translate = (said: string) => string

const loaders: Readonly<Partial<Record<Language, () => Promise<{ translate: Translate }>>>> = {
  fr: () => import('./refusals.fr.ts'),
}
const known = new Map<Language, Translate>()

/** Fetches the words of a language ahead of the first refusal: there are many, and most people see none of them. */
export async function loadRefusals(language: Language): Promise<void> {
  const loaded = known.has(language) ? undefined : await loaders[language]?.()
  if (loaded) known.set(language, loaded.translate)
}

/** A sentence of the service in the reader's language; as it came where nobody has translated it. */
export function translateRefusal(said: string, language: Language): string {
  return known.get(language)?.(said) ?? said
}
