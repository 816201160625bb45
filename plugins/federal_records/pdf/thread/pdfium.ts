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
  _FPDFPage_GetAnnot: (page: number, index: number) => number
  _FPDFPage_CloseAnnot: (annotation: number) => void
  _FPDFAnnot_GetSubtype: (annotation: number) => number
  _FPDFAnnot_GetFlags: (annotation: number) => number
  _FPDFAnnot_GetRect: (annotation: number, rectangle: number) => number
  _FPDFPageObj_SetIsActive: (object: number, isActive: number) => number
  _FPDFPageObj_GetBounds: (object: number, ...bounds: number[]) => number
  _FPDFFormObj_CountObjects: (form: number) => number
  _FPDFFormObj_GetObject: (form: number, index: number) => number
  _FPDFTextObj_GetTextRenderMode: (object: number) => number
  _FPDFText_GetTextObject: (text: number, index: number) => number
  _FPDFText_GetFillColor: (text: number, index: number, ...channels: number[]) => number
  _FPDFText_GetUnicode: (text: number, index: number) => number
  _FPDFText_GetLooseCharBox: (text: number, index: number, box: number) => number
}

/** A grayscale image of a page, one byte per pixel. */
export interface Picture {
  width: number
  height: number
  pixels: Uint8Array
}

/** Bounds in pixels, inclusive. */
export interface Area {
  left: number
  top: number
  right: number
  bottom: number
}

/** A character and its place. */
export interface PlacedCharacter extends Area {
  code: number
  /** Whether it isn't drawn, like the recognized text of a scan. */
  isInvisible: boolean
  /** The darkest channel of its color, of 255. */
  shade: number
}

const GRAY = 1
/** Renders in grayscale, including annotations. */
const RENDER_FLAGS = 0x01 | 0x08
const WITHOUT_ANNOTATIONS = 0x08
const TEXT_OBJECT = 1
const IMAGE_OBJECT = 3
const FORM_OBJECT = 5
/** Redaction annotations (FPDF_ANNOT_REDACT), which mark text until they are applied. */
const REDACTION = 28
/** Annotations that aren't shown (FPDF_ANNOT_FLAG_HIDDEN). */
const HIDDEN_FLAG = 2
/** Text render modes that don't paint: invisible, and only a clipping path. */
const INVISIBLE_MODES = [3, 7]
/** Maximum number of objects on a page, and of forms in one another. */
const MAX_OBJECTS = 200_000
const MAX_FORMS = 10
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

  /**
   * Renders the page.
   *
   * @param scale pixels per point (1/72 inch); reduced if the page is too large
   * @param isAnnotated whether annotations are drawn
   */
  picture(scale: number, isAnnotated = true): Picture {
    const flags = isAnnotated ? RENDER_FLAGS : WITHOUT_ANNOTATIONS
    const { module, handle } = this
    const { width, height } = this.#size(scale)
    const buffer = module.wasmExports.malloc(width * height)
    if (!buffer) throw new Error('no memory for the picture of a page')
    const bitmap = module._FPDFBitmap_CreateEx(width, height, GRAY, buffer, width)
    try {
      module._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
      module._FPDF_RenderPageBitmap(bitmap, handle, 0, 0, width, height, 0, flags)
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
        const object = module._FPDFText_GetTextObject(text, n)
        const mode = object ? module._FPDFTextObj_GetTextRenderMode(object) : 0
        placed.push({
          code: module._FPDFText_GetUnicode(text, n),
          isInvisible: INVISIBLE_MODES.includes(mode),
          shade: this.#shadeAt(text, n, place),
          ...within({ width, height }, [x1, y1, x2, y2]),
        })
      }
      return placed
    } finally {
      module.wasmExports.free(place)
      module._FPDFText_ClosePage(text)
    }
  }

  #shadeAt(text: number, index: number, place: number): number {
    const { module } = this
    const channels = [place, place + 4, place + 8, place + 12]
    if (!module._FPDFText_GetFillColor(text, index, ...channels)) return 0
    return Math.min(...channels.slice(0, 3).map((at) => module.HEAP32[at >> 2]!))
  }

  /** Places of redaction annotations that aren't applied. */
  redactionAreas({ width, height }: Picture): Area[] {
    const { module, handle } = this
    const place = module.wasmExports.malloc(16)
    const areas: Area[] = []
    for (let n = 0; n < module._FPDFPage_GetAnnotCount(handle) && n < MAX_OBJECTS; n++) {
      const annotation = module._FPDFPage_GetAnnot(handle, n)
      if (!annotation) continue
      const isMarked =
        module._FPDFAnnot_GetSubtype(annotation) === REDACTION &&
        (module._FPDFAnnot_GetFlags(annotation) & HIDDEN_FLAG) === 0
      if (isMarked && module._FPDFAnnot_GetRect(annotation, place))
        areas.push(this.#areaAt(place, { width, height }))
      module._FPDFPage_CloseAnnot(annotation)
    }
    module.wasmExports.free(place)
    return areas
  }

  /** Places of the images that cover less than half of the page. */
  imageAreas({ width, height }: Picture): Area[] {
    const { module } = this
    const place = module.wasmExports.malloc(16)
    const areas: Area[] = []
    this.#eachObject((object, type) => {
      if (type !== IMAGE_OBJECT) return
      const [left, bottom, right, top] = [place, place + 12, place + 8, place + 4]
      if (!module._FPDFPageObj_GetBounds(object, left, bottom, right, top)) return
      const area = this.#areaAt(place, { width, height })
      if ((area.right - area.left) * (area.bottom - area.top) < (width * height) / 2)
        areas.push(area)
    })
    module.wasmExports.free(place)
    return areas
  }

  /** Draws only text, or everything else, from now on. */
  drawOnly(what: 'text' | 'others'): void {
    this.#eachObject((object, type) => {
      if (type === FORM_OBJECT) return
      const isDrawn = (type === TEXT_OBJECT) === (what === 'text')
      this.module._FPDFPageObj_SetIsActive(object, isDrawn ? 1 : 0)
    })
  }

  /** Calls a function for each object of the page and of the forms on it. */
  #eachObject(work: (object: number, type: number) => void): void {
    const { module, handle } = this
    let left = MAX_OBJECTS
    const visit = (object: number, depth: number) => {
      if (!object || left-- <= 0) return
      const type = module._FPDFPageObj_GetType(object)
      work(object, type)
      if (type !== FORM_OBJECT || depth === MAX_FORMS) return
      const count = module._FPDFFormObj_CountObjects(object)
      for (let n = 0; n < count && left > 0; n++)
        visit(module._FPDFFormObj_GetObject(object, n), depth + 1)
    }
    const count = module._FPDFPage_CountObjects(handle)
    for (let n = 0; n < count && left > 0; n++) visit(module._FPDFPage_GetObject(handle, n), 0)
  }

  /** The pixels of a rectangle in memory: left, top, right, bottom. */
  #areaAt(rectangle: number, { width, height }: { width: number; height: number }): Area {
    const { module, handle } = this
    const sides = module.HEAPF32.slice(rectangle >> 2, (rectangle >> 2) + 4)
    const place = module.wasmExports.malloc(8)
    const device = (x: number, y: number) => {
      module._FPDF_PageToDevice(handle, 0, 0, width, height, 0, x, y, place, place + 4)
      return [module.HEAP32[place >> 2]!, module.HEAP32[(place >> 2) + 1]!]
    }
    const corners = [...device(sides[0]!, sides[1]!), ...device(sides[2]!, sides[3]!)]
    module.wasmExports.free(place)
    return within({ width, height }, corners)
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

/** The area between two corners (x, y, x, y) inside a picture. */
function within({ width, height }: { width: number; height: number }, corners: number[]): Area {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = corners
  return {
    left: Math.max(0, Math.min(x1, x2)),
    top: Math.max(0, Math.min(y1, y2)),
    right: Math.min(width - 1, Math.max(x1, x2)),
    bottom: Math.min(height - 1, Math.max(y1, y2)),
  }
}
