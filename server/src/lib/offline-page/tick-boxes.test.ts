import { expect, test } from 'vitest'
import { writeTickBoxes } from './tick-boxes.ts'

const task = (isTicked: boolean, inside: string) => `<li data-type="taskItem" data-checked="${isTicked}">${inside}</li>`

test.each([
  ['<ul><li>a</li></ul>', '<ul><li>a</li></ul>'],
  [
    `<ul data-type="taskList">${task(true, '<p>a</p>')}${task(false, '<p>b</p>')}</ul>`,
    `<ul data-type="taskList">${task(true, '<p>☑ a</p>')}${task(false, '<p>☐ b</p>')}</ul>`,
  ],
  // Bullets inside a task, and tasks after them.
  [
    `<ul data-type="taskList">${task(false, '<p>a</p><ul><li>x</li></ul>')}${task(true, '<p>b</p>')}</ul><ol><li>y</li></ol>`,
    `<ul data-type="taskList">${task(false, '<p>☐ a</p><ul><li>x</li></ul>')}${task(true, '<p>☑ b</p>')}</ul><ol><li>y</li></ol>`,
  ],
  [
    '<ul class="tox-checklist"><li class="tox-checklist--checked">a</li><li>b</li></ul>',
    '<ul class="tox-checklist"><li class="tox-checklist--checked">☑ a</li><li>☐ b</li></ul>',
  ],
])('%s', (html, written) => {
  expect(writeTickBoxes(html)).toBe(written)
})
