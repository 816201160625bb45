/** PDFium as WebAssembly: renders pages and locates their characters. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PDFiumModule } from '@hyzyla/pdfium'

/** Functions of the module that are missing in its types. */
type Pdfium = Awaited<ReturnType<typeof PDFiumModule>> & {
  HEAPF32: Float32Array
  HEAPF64: Float64Array
  _FPDF_PageToDevice: (...given: number[]) => number
  _FPDF_GetFormType: (document: number) => number
  _FPDFPage_GetAnnotCount: (page: number) => number
  _FPDFText_GetUnicode: (text: number, index: number) => number
  _FPDFText_GetLooseCharBox: (text: number, index: number, box: number) => number
}

/** A grayscale image of a page, one byte per pixel. */
export interface Picture {
  width: number
  height: number
  pixels: Uint8Array
}

/** A character with its pixel bounds, inclusive. */
export interface PlacedCharacter {
  code: number
  left: number
  top: number
  right: number
  bottom: number
}

const GRAY = 1
/** Renders in grayscale, including annotations. */
const RENDER_FLAGS = 0x01 | 0x08
const TEXT_OBJECT = 1
/** Maximum pixels of an image, because a page can declare any size. */
const MAX_PIXELS = 16_000_000

let loaded: Promise<Pdfium> | undefined

async function load(): Promise<Pdfium> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')))
  const module = (await PDFiumModule({ wasmBinary: wasm.buffer as ArrayBuffer })) as Pdfium
  module._FPDF_InitLibraryWithConfig({})
  return module
}

/** A document; close it after use. */
export class PdfiumDocument {
  private constructor(
    readonly module: Pdfium,
    readonly bytes: number,
    readonly handle: number
  ) {}

  /** @returns undefined if PDFium can't open the file */
  static async open(data: Uint8Array): Promise<PdfiumDocument | undefined> {
    const module = await (loaded ??= load())
    const bytes = module.wasmExports.malloc(data.length)
    if (!bytes) return undefined
    module.HEAPU8.set(data, bytes)
    const handle = module._FPDF_LoadMemDocument(bytes, data.length, 0)
    if (handle) return new PdfiumDocument(module, bytes, handle)
    module.wasmExports.free(bytes)
    return undefined
  }

  /**
   * Opens a page for the duration of a function.
   *
   * @param index from 0
   * @returns undefined if the page can't be read
   */
  withPage<T>(index: number, work: (page: PdfiumPage) => T): T | undefined {
    const handle = this.module._FPDF_LoadPage(this.handle, index)
    if (!handle) return undefined
    try {
      return work(new PdfiumPage(this.module, handle))
    } finally {
      this.module._FPDF_ClosePage(handle)
    }
  }

  /** A FORMTYPE constant of PDFium. */
  get formType(): number {
    return this.module._FPDF_GetFormType(this.handle)
  }

  close(): void {
    this.module._FPDF_CloseDocument(this.handle)
    this.module.wasmExports.free(this.bytes)
  }
}

export class PdfiumPage {
  constructor(
    readonly module: Pdfium,
    readonly handle: number
  ) {}

  /** Whether the page has only text, so that nothing can cover it. */
  get isPlainText(): boolean {
    const { module, handle } = this
    if (module._FPDFPage_GetAnnotCount(handle) > 0) return false
    const count = module._FPDFPage_CountObjects(handle)
    for (let n = 0; n < count; n++)
      if (module._FPDFPageObj_GetType(module._FPDFPage_GetObject(handle, n)) !== TEXT_OBJECT)
        return false
    return true
  }

  /** Length of the longer side in points, at least 1. */
  get longerSide(): number {
    const { module, handle } = this
    return Math.max(1, module._FPDF_GetPageWidth(handle), module._FPDF_GetPageHeight(handle))
  }

  /** @param scale pixels per point (1/72 inch); reduced if the page is too large */
  picture(scale: number): Picture {
    const { module, handle } = this
    const { width, height } = this.#size(scale)
    const buffer = module.wasmExports.malloc(width * height)
    if (!buffer) throw new Error('no memory for the picture of a page')
    const bitmap = module._FPDFBitmap_CreateEx(width, height, GRAY, buffer, width)
    try {
      module._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
      module._FPDF_RenderPageBitmap(bitmap, handle, 0, 0, width, height, 0, RENDER_FLAGS)
      return { width, height, pixels: module.HEAPU8.slice(buffer, buffer + width * height) }
    } finally {
      if (bitmap) module._FPDFBitmap_Destroy(bitmap)
      module.wasmExports.free(buffer)
    }
  }

  /**
   * The page's characters with their position in an image.
   *
   * @param most maximum characters
   */
  characters({ width, height }: Picture, most: number): PlacedCharacter[] {
    const { module, handle } = this
    const text = module._FPDFText_LoadPage(handle)
    if (!text) return []
    const place = module.wasmExports.malloc(16)
    const placed: PlacedCharacter[] = []
    const device = (x: number, y: number): [number, number] => {
      module._FPDF_PageToDevice(handle, 0, 0, width, height, 0, x, y, place, place + 4)
      return [module.HEAP32[place >> 2]!, module.HEAP32[(place >> 2) + 1]!]
    }
    try {
      const count = Math.min(module._FPDFText_CountChars(text), most)
      for (let n = 0; n < count; n++) {
        // FS_RECTF: left, top, right, bottom.
        if (!module._FPDFText_GetLooseCharBox(text, n, place)) continue
        const [left, top, right, bottom] = module.HEAPF32.slice(place >> 2, (place >> 2) + 4)
        const [x1, y1] = device(left!, top!)
        const [x2, y2] = device(right!, bottom!)
        placed.push({
          code: module._FPDFText_GetUnicode(text, n),
          left: Math.max(0, Math.min(x1, x2)),
          top: Math.max(0, Math.min(y1, y2)),
          right: Math.min(width - 1, Math.max(x1, x2)),
          bottom: Math.min(height - 1, Math.max(y1, y2)),
        })
      }
      return placed
    } finally {
      module.wasmExports.free(place)
      module._FPDFText_ClosePage(text)
    }
  }

  #size(scale: number): { width: number; height: number } {
    const width = Math.max(1, this.module._FPDF_GetPageWidth(this.handle) * scale)
    const height = Math.max(1, this.module._FPDF_GetPageHeight(this.handle) * scale)
    const fit = Math.min(1, Math.sqrt(MAX_PIXELS / (width * height)))
    // A single side can be far too long.
    const side = (length: number) => Math.min(MAX_PIXELS, Math.max(1, Math.floor(length * fit)))
    const most = Math.floor(MAX_PIXELS / side(width))
    return { width: side(width), height: Math.max(1, Math.min(side(height), most)) }
  }
}
