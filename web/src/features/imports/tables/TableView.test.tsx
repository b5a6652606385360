import type { Import } from '@aliquot/contract/imports'
import { useQuery } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { buttonNow, findButton, findField, shownText, showPage, type } from '../../../../test/page.tsx'
import { sampleImport, sampleTable } from '../../../../test/sample-table.ts'
import { givenService } from '../../../../test/service.ts'
import { queryClient } from '../../../api/query-client.ts'
import { ImportView } from '../ImportView.tsx'
import { importById } from '../imports.queries.ts'
import { rememberColumns, rememberedColumns } from './remembered-columns.ts'

const SESSION = { userid: 1, fullname: 'Ada Moreau', team: 1, teams: [], timezone: 'UTC' }

beforeEach(() => localStorage.clear())

/** The page of an import, and what it asks of the service, which looks at it until it is told to be done. */
function givenImport(record: Import) {
  const patches: Record<string, unknown>[] = []
  let now = record
  givenService({
    'GET /session': SESSION,
    'GET /teams/1/resources_categories': [],
    'GET /teams/current/resources_categories': [],
    'GET /items_types': [],
    'GET /imports/7': () => now,
    'PATCH /imports/7': async (request) => {
      const patch = (await request.json()) as Record<string, unknown>
      patches.push(patch)
      const { action, ...options } = patch
      now = { ...now, state: 'waiting', actions: ['stop'], options: { ...now.options, ...options } }
      return now
    },
  })
  showPage(<Shown />)
  const finish = async (changes: Partial<Import> = {}) => {
    now = { ...now, state: 'previewed', actions: ['start', 'preview', 'stop'], ...changes }
    await queryClient.invalidateQueries({ queryKey: importById(7).queryKey })
  }
  return { patches, finish }
}

function Shown() {
  const { data } = useQuery(importById(7))
  return data && <ImportView record={data} />
}

function choose(field: HTMLElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

test('what was guessed is shown, and another target of a column is looked at by the service', async () => {
  const { patches, finish } = givenImport(sampleImport(sampleTable()))
  expect((await findField('Separator')).value).toBe(';')
  expect((await findField('Encoding')).value).toBe('windows-1252')
  expect((await findField('Decimal sign')).value).toBe(',')
  expect((await findField('“Name” becomes')).value).toBe('title')
  expect(shownText()).toContain('Semicolon (guessed)')
  expect(shownText()).toContain('Mass · Number · g')
  expect(shownText()).toContain('Column 4')

  choose(await findField('“Received” becomes'), 'ignore')
  await expect
    .poll(() => patches)
    .toEqual([
      expect.objectContaining({
        action: 'preview',
        table: { columns: [{ number: 3, target: 'ignore', order: 'dmy' }] },
      }),
    ])
  await expect.poll(shownText).toContain('Updating…')
  // The choices stay while the service looks, and nothing starts from what is out of date.
  expect((await findField('“Received” becomes')).value).toBe('ignore')
  expect((await findButton('Import 2 entries')).getAttribute('aria-disabled')).toBe('true')
  // What is chosen meanwhile waits.
  choose(await findField('Decimal sign'), '.')
  expect(patches).toHaveLength(1)
  await finish()
  await expect.poll(() => patches.length).toBe(2)
  expect(patches[1]).toMatchObject({ table: { decimal: '.', columns: [{ number: 3, target: 'ignore' }] } })
  await finish()
  await expect.poll(shownText).not.toContain('Updating…')
  ;(await findButton('Import 2 entries')).click()
  await expect.poll(() => patches.at(-1)).toMatchObject({ action: 'start' })
})

test('a field gets another name, type and unit', async () => {
  const { patches, finish } = givenImport(sampleImport(sampleTable()))
  ;(await findButton('Change the field of “Mass [g]”: Mass, Number, g')).click()
  const unit = await findField('Unit')
  unit.focus()
  type(unit, 'mg')
  unit.blur()
  await expect.poll(() => patches).toHaveLength(1)
  expect(patches[0]).toMatchObject({
    table: { columns: [{ number: 2, target: 'field', name: 'Mass', type: 'number', unit: 'mg', group: null }] },
  })
  await finish()
})

test('what was chosen is remembered when the import starts', async () => {
  const record = sampleImport(sampleTable(), {
    options: {
      ...{ entity_type: null, category: null, template: null, canread_base: null, canwrite_base: null },
      ...{ duplicates: 'skip', table: { columns: [{ number: 3, target: 'ignore' }] } },
    },
  })
  const { patches } = givenImport(record)
  ;(await findButton('Import 2 entries')).click()
  await expect.poll(() => patches).toHaveLength(1)
  expect(rememberedColumns(1, sampleTable())?.columns).toEqual([{ number: 3, target: 'ignore' }])
})

test('a table with the headers of the last time is read as then, until one asks to guess again', async () => {
  const table = { columns: [{ number: 3, target: 'ignore' as const }] }
  rememberColumns(1, sampleTable(), { entity_type: null, category: null, template: null, table })
  const { patches, finish } = givenImport(sampleImport(sampleTable()))
  await expect.poll(() => patches).toHaveLength(1)
  expect(patches[0]).toMatchObject({ action: 'preview', table })
  await finish()
  await expect.poll(shownText).toContain('Your last choices')
  ;(await findButton('Guess again')).click()
  await expect.poll(() => patches).toHaveLength(2)
  expect(patches[1]).toMatchObject({ table: {} })
  await finish()
  expect(buttonNow('Guess again')).toBeNull()
})

test('a choice that the service refuses is told, and the choices stay to be mended', async () => {
  const record = sampleImport(sampleTable(), {
    ...{ state: 'failed', actions: ['preview'] },
    error: { code: 400, message: 'No column becomes the title: choose one', reason: 'table.no_title_column' },
  } as Partial<Import>)
  givenImport(record)
  await findField('“Name” becomes')
  expect(document.querySelector('[role="alert"]')?.textContent).toContain('No column becomes the title')
})

test('a table of thousands of columns shows the first ones, and more when asked', async () => {
  const [name] = sampleTable().columns
  const columns = Array.from({ length: 130 }, (_, index) => ({ ...name, number: index + 1, name: `C${index + 1}` }))
  givenImport(sampleImport(sampleTable({ columns: columns as never })))
  await findField('“C60” becomes')
  expect(shownText()).not.toContain('C61')
  ;(await findButton('Show 60 more columns')).click()
  await findField('“C120” becomes')
})
