import { expect, test } from 'vitest'
import { press, shownText, showPage } from '../../../../test/page.tsx'
import { givenService } from '../../../../test/service.ts'
import { openText, typeText } from '../testing/open-text.ts'
import { TriggerMenu } from './TriggerMenu.tsx'

const NOWHERE = { left: 0, right: 0, top: 0, bottom: 0 }

function row(id: number, fields: object = {}) {
  const none = { custom_id: null, status_title: null, status_color: null, modified_at: '2026-11-16 10:00:00' }
  return { ...none, id, title: 'Heat-shock response of HeLa cells', date: '2026-11-16', ...fields }
}

test('the menu of entries tells replicates apart, and inserts a link without a space behind it', async () => {
  const twin = row(6, { date: '2026-11-17', custom_id: 12, status_title: 'Running', status_color: '29AEB9' })
  givenService({
    'GET /experiments': [row(5), twin] as object,
    'GET /items': [] as object,
    'GET /experiments_templates': [row(9, { title: 'Heat shock', date: null })] as object,
    'GET /items_types': [] as object,
  })
  const page = document.createElement('div')
  page.id = 'page'
  document.body.append(page)
  const { editor, stored } = openText('<p></p>')
  editor.view.coordsAtPos = () => NOWHERE
  showPage(
    <>
      <p>ready</p>
      <TriggerMenu editor={editor} entryType="experiments" entryId={1} pickImage={() => {}} />
    </>,
  )
  await expect.poll(shownText).toContain('ready')
  typeText(editor, 'see [[heat')
  const options = () => [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)
  await expect.poll(() => options().length).toBe(3)
  const [first, second, third] = options()
  expect(first).toBe('Heat-shock response of HeLa cellsExperimentNov 16, 2026')
  expect(second).toBe('Heat-shock response of HeLa cellsExperimentNov 17, 2026No. 12Running')
  // Templates come last, whenever they were changed.
  expect(third).toBe('Heat shockExperiment template')
  press(editor.view.dom, 'ArrowDown')
  await expect.poll(() => document.querySelector('[aria-selected=true]')?.textContent).toContain('No. 12')
  press(editor.view.dom, 'Enter')
  const title = 'Heat-shock response of HeLa cells'
  expect(stored()).toBe(`<p>see <a href="/experiments/6" title="${title}">${title}</a></p>`)
  typeText(editor, ' now')
  expect(stored()).toContain(`${title}</a> now</p>`)
})
