import { expect, test } from 'vitest'
import { shownText, showPage } from '../../test/page.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'

test('the list of keys has those of the editor, and its Markdown', async () => {
  showPage(<ShortcutsDialog close={() => {}} />)
  await expect.poll(shownText).toContain('Writing')
  const rows = [...document.querySelectorAll('dl > div')].map((row) => [
    row.querySelector('dt')?.textContent,
    [...row.querySelectorAll('kbd')].map(({ textContent }) => textContent).join('+'),
  ])
  for (const row of [
    ['Bold', 'Ctrl+B'],
    ['Bold', '**…**'],
    ['Move the block up', 'Alt+Shift+↑'],
    ['Checklist', '[ ] …'],
    ['Link to an entry', '[['],
  ]) {
    expect(rows).toContainEqual(row)
  }
})
