import { expect, test } from 'vitest'
import { shownText, showPage } from '../../../test/page.tsx'
import { RenderedText } from './RenderedText.tsx'

const ours =
  '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>thaw cells</p></li>' +
  '<li data-type="taskItem" data-checked="false"><p>count cells</p></li></ul>'
const ofTinyMce = '<ul class="tox-checklist"><li class="tox-checklist--checked">wash</li><li>dry</li></ul>'

test('the boxes of tasks are shown, ticked and not, in words for those who listen', async () => {
  showPage(<RenderedText html={ours + ofTinyMce} />)
  await expect.poll(shownText).toContain('☑thaw cells☐count cells☑wash☐dry')
  const names = [...document.querySelectorAll('[role="img"]')].map((box) => box.getAttribute('aria-label'))
  expect(names).toEqual(['done', 'not done', 'done', 'not done'])
})
