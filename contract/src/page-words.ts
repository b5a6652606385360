import { z } from 'zod'
import { namedRecords } from './named-records.ts'

const Points = z.number().meta({ description: 'Points: 1/72 inch' })

const Word = z.object({
  text: z.string().meta({ description: 'The word, without blanks' }),
  x: Points.meta({ description: 'From the left edge of the page to the word, in points' }),
  y: Points.meta({ description: 'From the upper edge of the page to the word, in points' }),
  width: Points.meta({ description: 'Width of the word, in points' }),
  height: Points.meta({ description: 'Height of the word, in points' }),
})

/** The words of one page of a document, and where they are in its picture. */
export const PageWords = z
  .object({
    page: z.int().meta({ description: 'The number of the page, from 1 on' }),
    width: Points.meta({ description: 'Width of the page, in points' }),
    height: Points.meta({ description: 'Height of the page, in points' }),
    lines: z.array(z.array(Word)).meta({ description: 'The words, line by line; none on a scanned page' }),
  })
  .register(namedRecords, { name: 'PageWords', description: 'The words of a page of a PDF and their places' })
export type PageWords = z.infer<typeof PageWords>

/** So many pages are answered together. */
export const PAGES_AT_ONCE = 16
