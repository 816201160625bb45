/** A request of a generated client. */
export type Call = () => Promise<{ response?: { status: number } }>

/** Files to upload. */
export function makeSampleFiles(): Record<'page' | 'json' | 'pdf', Blob> {
  return {
    page: new Blob(['<html><title>Docket</title></html>'], { type: 'text/html' }),
    json: new Blob(['{"caseDetails":{},"docketInfo":{}}'], { type: 'application/json' }),
    pdf: new Blob(['%PDF-1.4\n% a small one\n'], { type: 'application/pdf' }),
  }
}
