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

test('columns of numbers are marked, and those with words or joined cells are not', async () => {
  const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  const plain = `<table>${row('well', 'OD', 'note')}${row('A1', '0.12', '3')}${row('A2', '', 'dry')}</table>`
  const joined = '<table><tr><td colspan="2">1</td></tr><tr><td>2</td><td>3</td></tr></table>'
  showPage(<RenderedText html={plain + joined} />)
  await expect.poll(() => document.querySelectorAll('table').length).toBe(2)
  const marked = [...document.querySelectorAll('[data-number]')].map(({ textContent }) => textContent)
  expect(marked).toEqual(['OD', '0.12', ''])
})

test('numbers with a format are shown rounded, and stay exact for those who copy or listen', async () => {
  const cell = (words: string) => `<td data-number-format="2">${words}</td>`
  showPage(<RenderedText html={`<table><tr>${cell('3.14159')}${cell('<p>n.d.</p>')}</tr></table>`} />)
  const cells = () => Array.from(document.querySelectorAll('td'), ({ dataset, title }) => [dataset.shown, title])
  await expect.poll(cells).toEqual([
    ['3.14', '3.14159'],
    [undefined, ''],
  ])
  expect(shownText()).toContain('3.14159')
})

test.each(['10<sup>3</sup>', '1.5<br>2', '<p>1.234</p><p>7</p>', '<img src="/x.png" alt="">1.555', '<s>1.555</s>'])(
  'a format covers nothing of %s',
  async (words) => {
    showPage(<RenderedText html={`<table><tr><td data-number-format="2">${words}</td></tr></table>`} />)
    await expect.poll(() => document.querySelectorAll('td').length).toBe(1)
    expect(document.querySelector('td')?.dataset.shown).toBeUndefined()
  },
)

test('callouts say what they are, and collapsible blocks can be opened', async () => {
  showPage(
    <RenderedText html='<div class="callout callout-danger"><p>Toxic</p></div><details><summary>Raw</summary><p>4.2 mg</p></details>' />,
  )
  await expect.poll(() => document.querySelector<HTMLElement>('.callout')?.dataset.callout).toBe('Danger')
  expect(document.querySelector('details > summary')?.textContent).toBe('Raw')
})

test('a mention shows the present name, and other words of such a link stay', async () => {
  const html =
    '<p><a href="/people/3">@Ada King</a> asked <a href="/people/3">her</a> and <a href="/people/4">@Bob</a></p>'
  showPage(<RenderedText html={html} titles={new Map([['people/3', '@Ada Lovelace']])} />)
  await expect.poll(shownText).toContain('@Ada Lovelace asked her and @Bob')
})
