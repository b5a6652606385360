import { expect, test } from 'vitest'
import { findButton, findField, press, showPage, type } from '../../../../test/page.tsx'
import { openText } from '../testing/open-text.ts'
import { CharacterRequests } from './CharacterRequests.tsx'
import { askForCharacter } from './character-request.ts'

test('a special character is found by its name and put at the cursor', async () => {
  const page = document.createElement('div')
  page.id = 'page'
  document.body.append(page)
  const { editor, stored } = openText('<p>37 </p>')
  editor.commands.focus('end')
  editor.view.coordsAtPos = () => ({ left: 0, right: 0, top: 0, bottom: 0 })
  showPage(
    <>
      <button type="button">ready</button>
      <CharacterRequests editor={editor} />
    </>,
  )
  await findButton('ready')
  await expect
    .poll(() => {
      askForCharacter()
      return document.querySelector('[role="dialog"]')
    })
    .not.toBeNull()
  await findButton('alpha')
  const field = await findField('Search characters')
  type(field, 'celsius')
  await expect.poll(() => document.querySelector('[aria-label="alpha"]')).toBeNull()
  press(field, 'Enter')
  expect(stored()).toBe('<p>37 ℃</p>')
  await expect.poll(() => document.querySelector('[role="dialog"]')).toBeNull()
})
