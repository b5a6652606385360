import styles from './code-colours.module.css'

/** A part of a code, and what it is. */
export interface Piece {
  from: number
  to: number
  kind: string
}

type FindPieces = typeof import('./highlighter.ts')['findPieces']

/** Longer ones stay plain: colouring them would be felt while typing. */
const LONGEST = 20_000

let loading: Promise<FindPieces> | undefined

/** Gives back what finds the pieces of a code that have a colour. */
export async function loadColours(): Promise<FindPieces> {
  loading ??= import('./highlighter.ts').then(({ findPieces }) => findPieces)
  try {
    const find = await loading
    return (language, code) => (code.length > LONGEST ? [] : find(language, code))
  } catch (error) {
    loading = undefined
    throw error
  }
}

export function classOf({ kind }: Piece): string {
  return styles[kind] ?? ''
}
