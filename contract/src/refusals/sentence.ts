/** What is wrong, or that and a detail. What stands in braces is filled in: `{name}`, `{most:count}`. */
export type Sentence = string | readonly [message: string, description: string]

type Words = readonly (string | number)[]

/** How a blank is written: as it is, as a number, as a size, `a, b, c`, `a, b or c`, `a, b and c`. */
interface Kinds {
  text: string | number
  count: number
  bytes: number
  list: Words
  either: Words
  every: Words
}
type Kind = keyof Kinds

export type Value = Kinds[Kind]
export type Params = Readonly<Record<string, Value>>

/** The blanks of a sentence: `'field' | 'most:count'`. */
export type BlanksIn<S> = S extends readonly [infer Message, infer Description]
  ? BlanksIn<Message> | BlanksIn<Description>
  : S extends `${string}{${infer Blank}}${infer Rest}`
    ? Blank | BlanksIn<Rest>
    : never

/** What fills them in: `{ field: string | number; most: number }`. */
export type ValuesFor<Blank> = {
  readonly [B in Blank & string as B extends `${infer Name}:${Kind}`
    ? Name
    : B]: B extends `${string}:${infer K extends Kind}` ? Kinds[K] : Kinds['text']
}

/** How a language writes what is filled in. */
export interface Writing {
  count(value: number): string
  bytes(value: number): string
  either(words: readonly string[]): string
  every(words: readonly string[]): string
}

const BLANK = /\{(\w+)(?::(\w+))?\}/g

/** The names of the blanks with their kinds, for whoever compares two languages. */
export function blanksOf(sentence: Sentence): string[] {
  return [...new Set(partsOf(sentence).flatMap((part) => part.match(BLANK) ?? []))].sort()
}

/** A sentence about a field without the name of the field, for a place where everybody sees which one it is. */
export function withoutField(sentence: Sentence): string {
  const [message = ''] = partsOf(sentence)
  return message.replace(/^\{field\}\s?: /, '')
}

export interface Filled {
  message: string
  description: string
}

export function fillIn(sentence: Sentence, params: Params, writing: Writing): Filled {
  const [message = '', description = ''] = partsOf(sentence).map((part) => fillPart(part, params, writing))
  return { message, description }
}

function partsOf(sentence: Sentence): readonly string[] {
  return typeof sentence === 'string' ? [sentence] : sentence
}

function fillPart(text: string, params: Params, writing: Writing): string {
  return text.replace(BLANK, (blank, name: string, kind: string | undefined) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined
    return value === undefined ? blank : written(value, kind, writing)
  })
}

function written(value: Value, kind: string | undefined, writing: Writing): string {
  if (typeof value === 'object') {
    const words = value.map(String)
    if (kind === 'either') return writing.either(words)
    return kind === 'every' ? writing.every(words) : words.join(', ')
  }
  if (typeof value === 'number' && kind === 'count') return writing.count(value)
  return typeof value === 'number' && kind === 'bytes' ? writing.bytes(value) : String(value)
}
