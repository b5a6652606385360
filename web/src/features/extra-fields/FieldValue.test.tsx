import { expect, test, vi } from 'vitest'
import { shownText, showPage, type } from '../../../test/page.tsx'
import { readExtraFields } from '../entry-data/extra-fields.ts'
import { FieldValue } from './FieldValue.tsx'

/** A field as the metadata has it, to be read or to be written. */
function showField(stored: object, { isReadOnly = false } = {}) {
  const [field] = readExtraFields({ extra_fields: { Buffer: stored } })
  if (!field) throw new Error('The metadata has no field')
  const save = vi.fn()
  const saveUnit = vi.fn()
  showPage(<FieldValue field={field} id="field" isReadOnly={isReadOnly} save={save} saveUnit={saveUnit} />)
  return { save, saveUnit }
}

async function findInput<T extends HTMLElement = HTMLInputElement>(): Promise<T> {
  await expect.poll(() => document.getElementById('field')).not.toBeNull()
  return document.getElementById('field') as T
}

test('a decimal comma is saved as a point, and the person sees their comma', async () => {
  const { save } = showField({ type: 'number', value: '1.5', unit: 'mg' })
  const input = await findInput()
  type(input, '2,75')
  expect(save).toHaveBeenCalledExactlyOnceWith('2.75', true)
  await expect.poll(() => input.value).toBe('2,75')
})

test.each(['text', 'number'])('an empty field shows where to write: %s', async (type) => {
  showField({ type, value: '' })
  expect((await findInput()).placeholder).toBe('Empty')
})

test('one unit is words, several are a choice', async () => {
  showField({ type: 'number', value: '1', unit: 'mg', units: ['mg'] })
  await expect.poll(shownText).toBe('mg')
  expect(document.querySelector('select')).toBeNull()
})

test('a unit that is not among the choices stays one of them', async () => {
  showField({ type: 'number', value: '1', unit: 'stone', units: ['mg', 'g'] })
  const units = () => [...document.querySelectorAll('option')].map(({ value }) => value)
  await expect.poll(units).toEqual(['mg', 'g', 'stone'])
  expect(document.querySelector('select')?.value).toBe('stone')
})

test('a value that is not among the options is not lost by looking at it', async () => {
  showField({ type: 'select', value: 'KCl', options: ['Tris', 'PBS'] })
  const select = await findInput<HTMLSelectElement>()
  expect([...select.options].map(({ value }) => value)).toEqual(['', 'Tris', 'PBS', 'KCl'])
  expect(select.value).toBe('KCl')
})

test.each([
  ['https://example.org/a', 'https://example.org/a'],
  ['javascript:alert(1)', undefined],
  ['data:text/html,hi', undefined],
])('the address %s is a link to %s', async (value, href) => {
  showField({ type: 'url', value }, { isReadOnly: true })
  await expect.poll(shownText).toBe(value)
  expect(document.querySelector('a')?.getAttribute('href')).toBe(href)
})

test('a long address goes on in the next line; what is pasted stays one line', async () => {
  const { save } = showField({ type: 'url', value: 'https://example.org/a' })
  const input = await findInput<HTMLTextAreaElement>()
  expect(input.tagName).toBe('TEXTAREA')
  expect(input.inputMode).toBe('url')
  type(input, 'https://example.org/\nb')
  expect(save).toHaveBeenLastCalledWith('https://example.org/b', true)
})

test.each([
  ['Tris\r\n', 'Tris'],
  ['Tris\npH 8\n', 'Tris pH 8'],
])('of the pasted cell %j %j is saved, without its end of line', async (pasted, saved) => {
  const { save } = showField({ type: 'text', value: '' })
  type(await findInput<HTMLTextAreaElement>(), pasted)
  expect(save).toHaveBeenLastCalledWith(saved, true)
})

test('who may not write sees number and unit, or that there is nothing', async () => {
  showField({ type: 'number', value: '4.2', unit: 'mg' }, { isReadOnly: true })
  await expect.poll(shownText).toBe('4.2 mg')
  expect(document.querySelector('input')).toBeNull()
})

test('the value of a type from elsewhere is shown, not edited', async () => {
  showField({ type: 'compounds', value: 'NaCl' })
  await expect.poll(shownText).toBe('NaCl')
  expect(document.querySelector('input')).toBeNull()
})

test('a year is saved when it has four digits, not on the way', async () => {
  const { save } = showField({ type: 'date', value: '2026-03-02' })
  const input = await findInput()
  for (const typed of ['0002-03-02', '0020-03-02', '0202-03-02', '2025-03-02']) type(input, typed)
  expect(save.mock.calls).toEqual([['2025-03-02', true]])
  type(input, '')
  expect(save).toHaveBeenLastCalledWith('', true)
})
