import styles from './code-colours.module.css'

/** A part of a code and its kind. */
export interface Piece {
  from: number
  to: number
  kind: string
}

type FindPieces = typeof import('./highlighter.ts')['findPieces']

/** Longer ones stay plain, because colouring them would slow down typing. */
const LONGEST = 20_000

let loading: Promise<FindPieces> | undefined

/** Loads the highlighter. */
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
