import type { Catalogue, Language } from '../i18n/catalogue.ts'

const found = import.meta.glob<Catalogue>('./*/index.ts')

/** Every folder here is a language, named by its code. Its catalogue is loaded when somebody reads it. */
export const catalogues: Readonly<Record<Language, () => Promise<Catalogue>>> = Object.fromEntries(
  Object.entries(found).map(([path, load]) => [path.split('/')[1], load]),
)
