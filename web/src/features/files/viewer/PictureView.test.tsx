import type { Upload } from '@aliquot/contract/uploads'
import { expect, test } from 'vitest'
import { findButton, press, showPage } from '../../../../test/page.tsx'
import { PictureView } from './PictureView.tsx'

const FILE = {
  id: 1,
  type: 'experiments',
  item_id: 5,
  real_name: 'gel.png',
  filesize: 100,
  mime_type: 'image/png',
} as Upload

const OWN = { width: 2000, height: 1000 }

/** The emulation has no layout: a stage of 800 × 600 with a picture that fits into it or has the width of its style. */
async function showPicture() {
  showPage(<PictureView file={FILE} />)
  await findButton('Fit')
  const image = document.querySelector('img') as HTMLImageElement
  const stage = image.parentElement as HTMLElement
  Object.defineProperties(image, {
    naturalWidth: { value: OWN.width },
    naturalHeight: { value: OWN.height },
    getBoundingClientRect: {
      value: () => {
        const isOwn = stage.hasAttribute('data-zoomed') && image.style.width === ''
        const width = Number.parseFloat(image.style.width) || (isOwn ? OWN.width : 800)
        return { left: -stage.scrollLeft, top: -stage.scrollTop, width, height: width / 2 }
      },
    },
  })
  Object.defineProperties(stage, { clientWidth: { value: 800 }, clientHeight: { value: 600 } })
  return { image, stage, width: () => image.getBoundingClientRect().width }
}

function turn(stage: HTMLElement, deltaY: number, clientX = 0): boolean {
  const event = new WheelEvent('wheel', { deltaY, bubbles: true, cancelable: true })
  Object.defineProperties(event, { clientX: { value: clientX }, clientY: { value: 0 } })
  return stage.dispatchEvent(event)
}

function touch(stage: HTMLElement, kind: string, ...xs: number[]): void {
  const event = new Event(kind, { bubbles: true, cancelable: true })
  Object.assign(event, { touches: xs.map((clientX) => ({ clientX, clientY: 0 })) })
  stage.dispatchEvent(event)
}

test('the wheel zooms around the pointer, and back until the picture fits', async () => {
  const { stage, width } = await showPicture()
  const isLeftToBrowser = turn(stage, -200, 400)
  expect(isLeftToBrowser).toBe(false)
  await expect.poll(width).toBeCloseTo(800 * Math.E, 0)
  // What was below the pointer still is.
  expect(stage.scrollLeft).toBeCloseTo(400 * Math.E - 400, -1)
  turn(stage, 400)
  await expect.poll(() => stage.hasAttribute('data-zoomed')).toBe(false)
})

test('two fingers zoom, one does not', async () => {
  const { stage, width } = await showPicture()
  touch(stage, 'touchstart', 100)
  touch(stage, 'touchmove', 300)
  touch(stage, 'touchstart', 100, 200)
  touch(stage, 'touchmove', 100, 300)
  await expect.poll(width).toBe(1600)
})

test('keys and buttons zoom, show the own size and fit', async () => {
  const { stage, width } = await showPicture()
  press(document.body, '+')
  await expect.poll(width).toBe(1200)
  press(document.body, '1')
  await expect.poll(width).toBe(2000)
  press(document.body, '0')
  await expect.poll(width).toBe(800)
  ;(await findButton('Zoom in')).click()
  await expect.poll(width).toBe(1200)
  ;(await findButton('Fit')).click()
  await expect.poll(() => stage.hasAttribute('data-zoomed')).toBe(false)
})
