import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { buttonNow, findButton, press, shownText, showPage } from '../../../test/page.tsx'
import { givenService, type Scripted } from '../../../test/service.ts'
import { leaveTour } from './seen-tour.ts'
import { Tour } from './Tour.tsx'
import { askForTour } from './tour-request.ts'

const SESSION = { userid: 1, fullname: 'Ada Moreau', team: 1, teams: [], timezone: 'UTC' }

function givenNotebook(has_seen_tour: 0 | 1, experiments: Scripted = []) {
  const sent: unknown[] = []
  const service = givenService({
    'GET /session': { ...SESSION, has_seen_tour },
    'GET /teams/current': { force_exp_tpl: 1 },
    'GET /experiments': experiments,
    'GET /items': [],
    'PATCH /users/me': async (request) => {
      sent.push(await request.json())
      return {}
    },
  })
  showPage(
    <Suspense>
      <main id="page" tabIndex={-1} />
      <Tour />
    </Suspense>,
  )
  return { ...service, sent }
}

// Whether it was left belongs to the page; a test that leaves it comes after the one in which it starts by itself.

test('the tour starts for a person who has written nothing, takes the focus, and ends for good with Escape', async () => {
  const { sent } = givenNotebook(0)
  await expect.poll(shownText).toContain('Start an experiment')
  expect(shownText()).toContain('1 of 5')
  const card = document.querySelector('[role="dialog"]')
  expect(card?.getAttribute('aria-modal')).toBeNull()
  expect(document.activeElement).toBe(card)
  press(document.body, 'Escape')
  await expect.poll(shownText).not.toContain('Start an experiment')
  await expect.poll(() => sent).toEqual([{ has_seen_tour: 1 }])
  expect(document.activeElement?.id).toBe('page')
})

test('whoever asks for it again gets it, goes back and forth, and nothing is sent', async () => {
  const { asked } = givenNotebook(1)
  askForTour()
  ;(await findButton('Next')).click()
  await expect.poll(shownText).toContain('Write, and it is saved')
  ;(await findButton('Back')).click()
  await expect.poll(shownText).toContain('Start an experiment')
  for (let step = 1; step < 5; step++) (await findButton('Next')).click()
  await expect.poll(shownText).toContain('Share with others')
  expect(buttonNow('Skip tour')).toBeNull()
  ;(await findButton('Done')).click()
  await expect.poll(shownText).not.toContain('Share with others')
  expect(asked).not.toContain('PATCH /users/me')
})

test('Escape closes a dialog over the page first', async () => {
  givenNotebook(1)
  askForTour()
  await findButton('Skip tour')
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  dialog.setAttribute('aria-modal', 'true')
  document.body.append(dialog)
  press(document.body, 'Escape')
  dialog.remove()
  expect(shownText()).toContain('Start an experiment')
  leaveTour()
})

test('Escape ends the tour also from the rich text, which takes the key for itself, after its suggestions', async () => {
  givenNotebook(1)
  askForTour()
  await findButton('Skip tour')
  const editor = document.createElement('div')
  editor.setAttribute('contenteditable', 'true')
  editor.addEventListener('keydown', (event) => event.preventDefault())
  const suggestions = document.createElement('div')
  suggestions.setAttribute('role', 'listbox')
  suggestions.getClientRects = () => [{}] as unknown as DOMRectList
  document.body.append(editor, suggestions)
  press(editor, 'Escape')
  expect(shownText()).toContain('Start an experiment')
  suggestions.remove()
  press(editor, 'Escape')
  await expect.poll(shownText).not.toContain('Start an experiment')
  editor.remove()
})
