import { openPdfium, type Pdfium } from './pdfium.ts'

/** Runs only in the media process. */

type Functions = Pdfium['functions']

/** Form fields and notes become part of the page, as on paper. */
const FOR_PRINT = 1
/** Everything is written anew, without earlier states of the file. */
const WHOLE = 2

/**
 * All pages of a PDF as a PDF of their own: without what acts, such as scripts, forms and files inside. Throws if it
 * cannot be opened or has more pages.
 */
export async function copyOfPages(content: Uint8Array, mostPages: number): Promise<Uint8Array> {
  const { functions } = await openPdfium()
  const { malloc, free } = functions.wasmExports
  const address = malloc(content.length)
  if (!address) throw new Error('the PDF is too large')
  functions.HEAPU8.set(content, address)
  const original = functions._FPDF_LoadMemDocument(address, content.length, 0)
  const copy = functions._FPDF_CreateNewDocument()
  try {
    if (!original) throw new Error('the PDF is damaged or needs a password')
    const count = functions._FPDF_GetPageCount(original)
    if (count === 0 || count > mostPages) throw new Error(`the PDF has ${count} pages`)
    for (let index = 0; index < count; index++) flatten(functions, original, index)
    if (!functions._FPDF_ImportPages(copy, original, 0, 0)) throw new Error('the pages of the PDF cannot be copied')
    return save(functions, copy)
  } finally {
    functions._FPDF_CloseDocument(copy)
    if (original) functions._FPDF_CloseDocument(original)
    free(address)
  }
}

function flatten(functions: Functions, document: number, index: number): void {
  const page = functions._FPDF_LoadPage(document, index)
  if (!page) throw new Error(`page ${index + 1} of the PDF cannot be read`)
  functions._FPDFPage_Flatten(page, FOR_PRINT)
  functions._FPDF_ClosePage(page)
}

function save(functions: Functions, document: number): Uint8Array {
  const chunks: Buffer[] = []
  const { wasmExports } = functions
  const table = wasmExports.__indirect_function_table
  table.set(
    CALLBACK,
    callable((_writer, from, size) => {
      chunks.push(Buffer.from(functions.HEAPU8.slice(from, from + size)))
      return 1
    }),
  )
  // A version, and the function that takes the bytes.
  const writer = wasmExports.malloc(8)
  new DataView(functions.HEAPU8.buffer).setInt32(writer, 1, true)
  new DataView(functions.HEAPU8.buffer).setInt32(writer + 4, CALLBACK, true)
  try {
    if (!functions._FPDF_SaveAsCopy(document, writer, WHOLE)) throw new Error('the pages of the PDF cannot be written')
  } finally {
    wasmExports.free(writer)
    table.set(CALLBACK, null)
  }
  return Buffer.concat(chunks)
}

/** The table of functions cannot grow, and nobody calls the function at the address null. */
const CALLBACK = 0

/** A module that hands three numbers on and a number back: only functions of modules have a place in the table. */
const HAND_ON = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  // The type (i32, i32, i32) -> i32.
  ...[0x01, 0x08, 0x01, 0x60, 0x03, 0x7f, 0x7f, 0x7f, 0x01, 0x7f],
  // It imports such a function as "e" "f", and exports it as "f".
  ...[0x02, 0x07, 0x01, 0x01, 0x65, 0x01, 0x66, 0x00, 0x00],
  ...[0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00],
])

/** The types of Node lack it. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: object) => { exports: { f: unknown } }
}

function callable(work: (writer: number, from: number, size: number) => number): unknown {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(HAND_ON), { e: { f: work } })
  return instance.exports.f
}
