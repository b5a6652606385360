import type { PDFiumLibrary } from '@hyzyla/pdfium'

/** Runs only in the media process. */

/** The functions of PDFium that its library does not offer. Documents and pages are addresses. */
interface Functions {
  HEAPU8: Uint8Array
  wasmExports: {
    malloc(size: number): number
    free(address: number): void
    __indirect_function_table: { set(index: number, callable: unknown): void }
  }
  _FPDF_InitLibraryWithConfig(config: object): void
  _FPDF_LoadMemDocument(address: number, size: number, password: number): number
  _FPDF_CreateNewDocument(): number
  _FPDF_CloseDocument(document: number): void
  _FPDF_GetPageCount(document: number): number
  _FPDF_LoadPage(document: number, index: number): number
  _FPDF_ClosePage(page: number): void
  _FPDFPage_Flatten(page: number, usage: number): number
  _FPDF_ImportPages(to: number, from: number, range: number, at: number): number
  _FPDF_SaveAsCopy(document: number, writer: number, flags: number): number
}

export interface Pdfium {
  library: PDFiumLibrary
  functions: Functions
}

let opened: Promise<Pdfium> | undefined

export function openPdfium(): Promise<Pdfium> {
  opened ??= open()
  return opened
}

async function open(): Promise<Pdfium> {
  const { PDFiumLibrary, PDFiumModule } = await import('@hyzyla/pdfium')
  const module = await PDFiumModule({})
  const functions = module as unknown as Functions
  functions._FPDF_InitLibraryWithConfig({ version: 2 })
  return { library: new PDFiumLibrary(module), functions }
}
