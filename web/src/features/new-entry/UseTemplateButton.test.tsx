import { expect, test } from 'vitest'
import { buttonNow, findButton, showPage } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import { closeTemplateRequest, useTemplateRequest } from './template-request.ts'
import { UseTemplateButton } from './UseTemplateButton.tsx'

function Asked() {
  return <output>{useTemplateRequest()?.makes}</output>
}

function show(templates: object[]) {
  const service = givenService({ 'GET /experiments_templates': templates })
  showPage(
    <>
      <UseTemplateButton makes="experiments" className="" labelClassName="" />
      <Asked />
    </>,
  )
  return service
}

test('a blank experiment offers the templates of the team', async () => {
  show([{ id: 4, title: 'Protein purification', fullname: 'Ada Moreau', category_title: null }])
  ;(await findButton('Use a template')).click()
  await expect.poll(() => document.querySelector('output')?.textContent).toBe('experiments')
  closeTemplateRequest()
})

test('without templates there is nothing to offer', async () => {
  const { asked } = show([])
  await expect.poll(() => asked).toContain('GET /experiments_templates')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(buttonNow('Use a template')).toBeNull()
})
