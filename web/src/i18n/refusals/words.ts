import type { Sentence, Writing } from '@aliquot/contract/refusals/sentence'

/** A sentence for each refusal of an area, with a detail where the service has one. */
export type WordsFor<Area> = {
  readonly [Code in keyof Area]: Area[Code] extends string ? string : readonly [message: string, description: string]
}

/** How the refusals of the service are said in a language. */
export interface RefusalWords {
  sentences: Readonly<Partial<Record<string, Sentence>>>
  writing: Writing
  /** Names of fields as a form calls them; others stay as the service writes them. */
  names: Readonly<Record<string, string>>
}
