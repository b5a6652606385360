import type { Node as DocNode } from '@tiptap/pm/model'
import {
  Code,
  Heading1,
  Heading2,
  Heading3,
  Heading4,
  Info,
  Lightbulb,
  List,
  ListChecks,
  ListCollapse,
  ListOrdered,
  type LucideIcon,
  OctagonAlert,
  Pilcrow,
  Quote,
  TriangleAlert,
} from 'lucide-react'
import { useMessages } from '../../../i18n/messages.tsx'
import { editorMessages } from '../editor.messages.ts'
import { toolMessages } from '../tools.messages.ts'
import { type BlockForm, canBeCode } from './turn-block.ts'

export interface NamedForm {
  form: BlockForm
  label: string
  icon: LucideIcon
}

/** The forms that a block can have, by name. */
export function useBlockForms(node?: DocNode): NamedForm[] {
  const words = useMessages(editorMessages)
  const { paragraph } = useMessages(toolMessages)
  const forms: NamedForm[] = [
    { form: 'paragraph', label: paragraph, icon: Pilcrow },
    { form: 'heading1', label: words.heading(1), icon: Heading1 },
    { form: 'heading2', label: words.heading(2), icon: Heading2 },
    { form: 'heading3', label: words.heading(3), icon: Heading3 },
    { form: 'heading4', label: words.heading(4), icon: Heading4 },
    { form: 'bulletList', label: words.bulletList, icon: List },
    { form: 'orderedList', label: words.orderedList, icon: ListOrdered },
    { form: 'taskList', label: words.taskList, icon: ListChecks },
    { form: 'blockquote', label: words.quote, icon: Quote },
    { form: 'note', label: words.callouts.note, icon: Info },
    { form: 'tip', label: words.callouts.tip, icon: Lightbulb },
    { form: 'warning', label: words.callouts.warning, icon: TriangleAlert },
    { form: 'danger', label: words.callouts.danger, icon: OctagonAlert },
    { form: 'details', label: words.details, icon: ListCollapse },
    { form: 'codeBlock', label: words.codeBlock, icon: Code },
  ]
  return node && !canBeCode(node) ? forms.filter(({ form }) => form !== 'codeBlock') : forms
}
