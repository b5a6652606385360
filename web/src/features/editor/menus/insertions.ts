import type { Editor } from '@tiptap/core'
import {
  Clock,
  Code,
  FileText,
  Heading1,
  Heading2,
  Heading3,
  Image,
  Info,
  Lightbulb,
  List,
  ListChecks,
  ListCollapse,
  ListOrdered,
  ListTodo,
  type LucideIcon,
  Minus,
  OctagonAlert,
  Paperclip,
  Quote,
  Sigma,
  SquareSigma,
  Subscript,
  Superscript,
  Table,
  TriangleAlert,
} from 'lucide-react'
import { askForFiles } from '../../files/sending/file-request.ts'
import type { CalloutKind } from '../../rendered-text/callouts.ts'
import { askForStep } from '../../steps/step-request.ts'
import { type BlockForm, turnAtCursor } from '../blocks/turn-block.ts'
import type { EditorMessages } from '../editor.messages.ts'
import { insertFormula } from '../extensions/formula.extension.ts'
import { askForCharacter } from '../symbols/character-request.ts'
import { fitWidth } from '../tables/table-actions.ts'
import { nowText } from './now-text.ts'

/** An item of the `/` menu. */
export interface Insertion {
  label: string
  /** Synonyms for the search. */
  words: string
  icon: LucideIcon | string
  group: 'text' | 'insert' | 'symbols'
  /** The shortcut, or what can be typed instead. */
  keys?: string
  run(editor: Editor): void
}

type Ungrouped = Omit<Insertion, 'group'>

export function listInsertions(text: EditorMessages, pickImage: () => void): Insertion[] {
  const inGroup = (group: Insertion['group'], insertions: Ungrouped[]) =>
    insertions.map((insertion) => ({ ...insertion, group }))
  return [
    ...inGroup('text', blocksOfText(text)),
    ...inGroup('insert', things(text, pickImage)),
    ...inGroup('symbols', symbols(text)),
  ]
}

function blocksOfText(text: EditorMessages): Ungrouped[] {
  return [
    ...headings(text),
    {
      label: text.bulletList,
      words: 'bullet ul -',
      icon: List,
      keys: '-',
      run: (editor) => editor.chain().focus().toggleBulletList().run(),
    },
    {
      label: text.orderedList,
      words: 'ordered ol 1',
      icon: ListOrdered,
      keys: '1.',
      run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    },
    {
      label: text.taskList,
      words: 'todo task check',
      icon: ListChecks,
      keys: '[ ]',
      run: (editor) => editor.chain().focus().toggleTaskList().run(),
    },
    {
      label: text.quote,
      words: 'quote blockquote',
      icon: Quote,
      keys: '>',
      run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    },
    ...CALLOUTS.map(
      ([kind, icon]): Ungrouped => ({
        label: text.callouts[kind],
        words: `callout box alert ${kind}`,
        icon,
        run: (editor) => turnInto(editor, kind),
      }),
    ),
    {
      label: text.details,
      words: 'toggle details fold collapse',
      icon: ListCollapse,
      run: (editor) => turnInto(editor, 'details'),
    },
    {
      label: text.codeBlock,
      words: 'code pre',
      icon: Code,
      keys: '```',
      run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
    },
    {
      label: text.divider,
      words: 'hr line rule',
      icon: Minus,
      keys: '---',
      run: (editor) => editor.chain().focus().setHorizontalRule().run(),
    },
    {
      label: text.subscript,
      words: 'sub',
      icon: Subscript,
      keys: 'Ctrl ,',
      run: (editor) => editor.chain().focus().toggleSubscript().run(),
    },
    {
      label: text.superscript,
      words: 'sup',
      icon: Superscript,
      keys: 'Ctrl .',
      run: (editor) => editor.chain().focus().toggleSuperscript().run(),
    },
  ]
}

const CALLOUTS: readonly [CalloutKind, LucideIcon][] = [
  ['note', Info],
  ['tip', Lightbulb],
  ['warning', TriangleAlert],
  ['danger', OctagonAlert],
]

function turnInto(editor: Editor, form: BlockForm): void {
  editor.view.dispatch(turnAtCursor(editor.state.tr, form))
}

function things(text: EditorMessages, pickImage: () => void): Ungrouped[] {
  return [
    { label: text.table, words: 'table grid', icon: Table, run: insertTable },
    { label: text.image, words: 'image picture photo foto figure', icon: Image, run: pickImage },
    { label: text.file, words: 'file attachment upload pdf', icon: Paperclip, run: askForFiles },
    {
      label: text.entryLink,
      words: 'link experiment resource [[',
      icon: FileText,
      keys: '[[',
      run: (editor) => editor.commands.insertContent('[['),
    },
    {
      label: text.step,
      words: 'step todo task',
      icon: ListTodo,
      // Steps are below the text; Escape comes back.
      run: (editor) => askForStep(() => editor.view.focus()),
    },
    { label: text.specialCharacters, words: 'symbol greek unit omega sign', icon: 'Ω', run: askForCharacter },
    { label: text.now, words: 'now time date today', icon: Clock, keys: 'Ctrl ;', run: insertNow },
    {
      label: text.formula,
      words: 'formula math tex latex equation $',
      icon: Sigma,
      keys: 'Ctrl Shift E',
      run: (editor) => insertFormula(editor),
    },
    {
      label: text.formulaBlock,
      words: 'formula math tex latex equation $$',
      icon: SquareSigma,
      keys: '$$',
      run: (editor) => insertFormula(editor, '$$'),
    },
  ]
}

/** Those whose label or synonym starts with the typed letters, in order. */
export function filterInsertions(insertions: Insertion[], query: string): Insertion[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return insertions
  return insertions.filter(({ label, words }) => {
    const parts = `${label} ${words}`.toLowerCase().split(/[\s:]+/)
    return label.toLowerCase().includes(wanted) || parts.some((part) => part.startsWith(wanted))
  })
}

export function insertNow(editor: Editor): void {
  editor
    .chain()
    .focus()
    .insertContent(`${nowText(new Date())} `)
    .run()
}

function headings(text: EditorMessages): Ungrouped[] {
  const icons = [Heading1, Heading2, Heading3]
  return icons.map((icon, index) => {
    const level = (index + 1) as 1 | 2 | 3
    return {
      label: text.heading(level),
      words: `h${level} title`,
      icon,
      keys: '#'.repeat(level),
      run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
    }
  })
}

/** As wide as the text. */
export function insertTable(editor: Editor): void {
  editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()
  fitWidth(editor.state, (tr) => editor.view.dispatch(tr))
}

/** For those who do not type the slash. */
export function openInsertMenu(editor: Editor): void {
  const { $from } = editor.state.selection
  const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - 1), $from.parentOffset)
  editor
    .chain()
    .focus()
    .insertContent(before.trim() === '' ? '/' : ' /')
    .run()
}

function symbols(text: EditorMessages): Ungrouped[] {
  const all: [symbol: string, name: string, words: string][] = [
    ['°', text.degree, 'deg celsius °C'],
    ['µ', text.micro, 'mu micro u'],
    ['±', text.plusMinus, '+- pm'],
    ['→', text.arrow, '-> yields'],
    ['⇌', text.equilibrium, '<=> reversible'],
    ['Å', text.angstrom, 'angstrom'],
    ['×', text.times, 'x'],
    ['Δ', text.delta, 'delta heat'],
    ['≤', text.atMost, '<='],
    ['≥', text.atLeast, '>='],
    ['≈', text.about, '~'],
    ['α', 'alpha', 'a'],
    ['β', 'beta', 'b'],
    ['γ', 'gamma', 'g'],
    ['λ', 'lambda', 'l'],
    ['Ω', 'omega', 'ohm'],
  ]
  return all.map(([symbol, name, words]) => ({
    label: text.symbol(name),
    words: `${words} symbol`,
    icon: symbol,
    run: (editor) => editor.chain().focus().insertContent({ type: 'text', text: symbol }).run(),
  }))
}
