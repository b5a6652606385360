import { expect, test } from 'vitest'
import { shownText, showPage } from '../../../test/page.tsx'
import { ApiError } from '../../api/client.ts'
import { useFormProblem } from './form-problem.ts'

const REFUSED = new ApiError(400, {
  message: 'password: must have at least 12 characters',
  reason: 'field.too_short',
  field: 'password',
  params: { least: 12 },
})

function Form() {
  const { of, rest } = useFormProblem(REFUSED, ['email', 'password'])
  return <p>{`${of('email')} / ${of('password')} / ${rest}`}</p>
}

test('the problem of a field is a sentence, without the name of the field', async () => {
  showPage(<Form />)
  await expect.poll(shownText).toBe('undefined / Must have at least 12 characters / undefined')
})
