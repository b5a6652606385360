import type { Entity } from '@aliquot/contract/entities'
import { expect, test } from 'vitest'
import { findField, shownText, showPage, type } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import { NumberInput } from './NumberInput.tsx'

const PROBLEM = 'A whole number from 1 to 999999999'

test.each(['13.5', 'A7', '0', '1234567890'])(
  '%s is no number: it stays in the field, which says why',
  async (typed) => {
    const service = givenService({})
    showPage(<NumberInput entry={{ id: 7, type: 'experiments', category: null, custom_id: 3 } as unknown as Entity} />)
    const field = await findField('Number')
    field.focus()
    type(field, typed)
    await expect.poll(shownText).toContain(PROBLEM)
    field.blur()
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual([typed, 'true'])
    expect(service.asked.filter((name) => name.startsWith('PATCH'))).toEqual([])
    type(field, '')
    await expect.poll(shownText).not.toContain(PROBLEM)
  },
)
