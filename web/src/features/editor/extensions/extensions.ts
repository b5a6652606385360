import type { AnyExtension } from '@tiptap/core'
import { Subscript } from '@tiptap/extension-subscript'
import { Superscript } from '@tiptap/extension-superscript'
import { StarterKit } from '@tiptap/starter-kit'
import type { DomMessages } from '../../rendered-text/enrich.ts'
import { MoveBlocks } from '../blocks/move-blocks.extension.ts'
import { NumberColumns } from '../tables/number-columns.extension.ts'
import { NumberFormats } from '../tables/number-format.extension.ts'
import { ResizeColumns } from '../tables/resize-columns.extension.ts'
import { CopiedText } from '../text/copied-text.extension.ts'
import { Callout } from './callout.extension.ts'
import { CodeColours } from './code-colours.extension.ts'
import { CursorFirst } from './cursor-first.extension.ts'
import { Details, type DetailsMessages, DetailsSummary } from './details.extension.ts'
import { EntryLinks } from './entry-links.extension.ts'
import { Figure } from './figure.extension.ts'
import { Foreign } from './foreign.extension.ts'
import { Formulas } from './formula.extension.ts'
import { Image } from './image.extension.ts'
import { linkOptions, linkOverrides } from './link.extension.ts'
import { Mention } from './mention.extension.ts'
import { RedoKey } from './redo-key.extension.ts'
import { RoomAtEnd } from './room-at-end.extension.ts'
import { Highlight, KeptStyles, otherForms, StyledWords } from './styles.extension.ts'
import { SymbolRules } from './symbols.extension.ts'
import { tableExtensions } from './table.extension.ts'
import { taskExtensions } from './task-list.extension.ts'
import { TypedMarks } from './typed-marks.extension.ts'

export interface ExtensionMessages extends DomMessages, DetailsMessages {
  captionPlaceholder: string
  taskLabel(item: string): string
}

/** The schema: everything a text can consist of. */
export function editorExtensions(text: ExtensionMessages): AnyExtension[] {
  return [
    Basics,
    Subscript.extend(readFrom('sub')),
    Superscript.extend(readFrom('sup')),
    Image.configure({ text }),
    Figure.configure({ text }),
    ...tableExtensions,
    ResizeColumns,
    NumberColumns,
    NumberFormats,
    ...taskExtensions(text.taskLabel),
    Highlight,
    ...otherForms,
    StyledWords,
    KeptStyles,
    Callout.configure({ text }),
    Details.configure({ text }),
    DetailsSummary.configure({ text }),
    Foreign.configure({ text }),
    Formulas.configure({ text }),
    CopiedText.configure({ text }),
    EntryLinks,
    Mention,
    CodeColours,
    SymbolRules,
    TypedMarks,
    RoomAtEnd,
    RedoKey,
    MoveBlocks,
    CursorFirst,
  ]
}

/** From elements only: a weight in a style stays a style, so that it is written back unchanged. */
function readFrom(...tags: string[]) {
  return { parseHTML: () => tags.map((tag) => ({ tag })) }
}

const overrides: Record<string, object> = {
  bold: readFrom('strong', 'b'),
  italic: readFrom('em', 'i'),
  strike: readFrom('s', 'strike'),
  underline: readFrom('u'),
  // Inline code can also be a link, bold, and so on.
  code: { ...readFrom('code'), excludes: '' },
  link: linkOverrides,
  listItem: { content: '(paragraph | heading) block*' },
  orderedList: {
    addAttributes: () => ({
      start: { default: 1, parseHTML: (element: HTMLElement) => Number(element.getAttribute('start') ?? 1) },
      // A style stays a style.
      type: { default: null, parseHTML: (element: HTMLElement) => element.getAttribute('type') },
    }),
  },
}

const Basics = StarterKit.extend({
  addExtensions() {
    const extensions: AnyExtension[] = this.parent?.() ?? []
    return extensions.map((extension) => extension.extend(overrides[extension.name] ?? {}))
  },
}).configure({
  // It would change an entry that somebody only opened; see `RoomAtEnd`.
  trailingNode: false,
  heading: { levels: [1, 2, 3, 4, 5, 6] },
  link: linkOptions,
})
