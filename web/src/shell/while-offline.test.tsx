import { QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { whileOffline } from './while-offline.ts'

vi.mock('../features/waiting-entries/show-unsent.ts', () => ({ showUnsent: () => () => {} }))

/** Added to the page, as a browser has it after loading. */
function addPicture(naturalWidth: number) {
  const image = document.createElement('img')
  image.setAttribute('src', '/api/v2/files?name=gel.png')
  Object.defineProperties(image, { complete: { value: true }, naturalWidth: { value: naturalWidth } })
  document.body.append(image)
  onTestFinished(() => image.remove())
  return vi.spyOn(image, 'setAttribute')
}

test('pictures that could not be loaded offline are loaded when the service is back', () => {
  const [broken, loaded] = [addPicture(0), addPicture(640)]
  const end = whileOffline(new QueryClient())
  expect(broken).not.toHaveBeenCalled()
  end()
  expect(broken).toHaveBeenCalledWith('src', '/api/v2/files?name=gel.png')
  expect(loaded).not.toHaveBeenCalled()
})
