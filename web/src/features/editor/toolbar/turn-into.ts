import type { Editor } from '@tiptap/core'

/** Gives the selected blocks another form: `paragraph`, `heading2`, `codeBlock`. */
export function turnInto(editor: Editor, name: string): void {
  const level = Number(name.replace('heading', ''))
  const chain = editor.chain()
  if (level >= 1) chain.setNode('heading', { level }).run()
  else if (name === 'codeBlock') chain.toggleCodeBlock().run()
  else chain.setNode('paragraph').run()
}
