/** The tree that the template of the pages reads as JSON. Keys are short, because a long text has thousands. */

/** How words look. Absent is off. */
export interface Marks {
  b?: true
  i?: true
  u?: true
  /** Struck through. */
  x?: true
  code?: true
  key?: true
  /** Small. */
  sm?: true
  sub?: true
  sup?: true
  /** Quiet: said by us, not by the author. */
  q?: true
  /** Colours, `#29aeb9`. */
  fg?: string
  bg?: string
  href?: string
}

export type Run =
  | string
  | ({ s: string } & Marks)
  | { k: 'br' }
  /** A place where a long word may be broken. */
  | { k: 'z' }
  | { k: 'pic'; p: string; w: number; alt: string }
  | { k: 'math'; s: string; m: MathNode }

export interface Spoken {
  /** The direction, if it is not that of the document. */
  d?: 'rtl' | 'ltr'
  /** The language, where it decides how letters look. */
  l?: string
}

export type Align = 'center' | 'end' | 'justify'

export type Block = Spoken &
  (
    | { k: 'p'; c: Run[]; a?: Align }
    | { k: 'h'; n: number; c: Run[]; a?: Align }
    | { k: 'ul'; i: Block[][] }
    | { k: 'ol'; n: string; s: number; r: boolean; i: Block[][]; v: (number | null)[] }
    | { k: 'tasks'; i: Block[][]; v: boolean[] }
    | { k: 'quote'; c: Block[] }
    /** `n` is the number of lines. */
    | { k: 'code'; c: Run[]; n: number }
    | { k: 'note'; n: string; t: string; c: Block[] }
    | { k: 'fold'; t: Run[]; c: Block[] }
    | { k: 'table'; n: number; w: number[] | null; z: number; h: number; rows: Cell[][]; t: Run[] }
    | { k: 'figure'; c: Block[]; t: Run[] }
    | { k: 'math'; s: string; m: MathNode }
    | { k: 'terms'; i: { t: Run[]; c: Block[] }[] }
    | { k: 'rule' }
    | { k: 'page' }
  )

export interface Cell {
  /** Columns and rows that it spans, if more than one. */
  cs?: number
  rs?: number
  /** A header cell. */
  h?: true
  a?: Align
  bg?: string
  c: Block[]
}

export type MathNode =
  | { o: 'row'; c: MathNode[] }
  /** An identifier of one letter, an operator, a number, words, the name of a function. */
  | { o: 'i' | 'op' | 'n' | 't' | 'fn'; s: string; v?: string }
  | { o: 'frac' | 'root'; a: MathNode; b: MathNode }
  | { o: 'stack'; a: MathNode; b: MathNode }
  | { o: 'sqrt' | 'cancel' | 'box' | 'hide' | 'lr' | 'overline' | 'underline'; a: MathNode }
  | { o: 'accent'; a: MathNode; s: string }
  | { o: 'brace'; a: MathNode; n: 'over' | 'under' }
  /** Beside the base. */
  | { o: 'scripts'; a: MathNode; t?: MathNode; b?: MathNode }
  /** Above and below the base. */
  | { o: 'limits'; a: MathNode; t?: MathNode; b?: MathNode; wide?: true }
  | { o: 'space'; w: number }
  | { o: 'color'; a: MathNode; s: string }
  | { o: 'mat'; rows: MathNode[][]; a: 'left' | 'center' | 'right' }
