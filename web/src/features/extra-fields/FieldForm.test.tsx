import type { Entity } from '@aliquot/contract/entities'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { buttonNow, findButton, findField, shownText, showPage } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import { readExtraFields } from '../entry-data/extra-fields.ts'
import { FieldForm } from './FieldForm.tsx'

const METADATA = {
  extra_fields: { Dose: { type: 'text', value: '' }, Lot: { type: 'text', value: '', required: true } },
}
const ENTRY = { type: 'experiments', id: 3, title: 'Elution', metadata_decoded: METADATA } as unknown as Entity

function show(name?: string) {
  givenService({ 'GET /session': { userid: 1, team: 3 } })
  const field = readExtraFields(METADATA).find((one) => one.name === name)
  showPage(
    <Suspense>
      <FieldForm entry={ENTRY} {...(field && { field })} close={() => {}} />
    </Suspense>,
  )
}

test('a new field asks for name and type only; the rest is one click away and gets the focus', async () => {
  show()
  await findField('Type')
  expect(document.querySelectorAll('input, select')).toHaveLength(2)
  ;(await findButton('More options')).click()
  await expect.poll(shownText).toContain('Clear when duplicated')
  expect(document.activeElement).toBe(await findField('Group'))
  expect(buttonNow('More options')).toBeNull()
})

test('a field with options shows them', async () => {
  show('Lot')
  await expect.poll(shownText).toContain('Required')
  expect(buttonNow('More options')).toBeNull()
})
