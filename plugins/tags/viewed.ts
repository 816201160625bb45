/** What a label's first letter counts the page of (tags-visualizations 1). */
export const VIEWED: Record<string, string> = { d: 'dockets', p: 'people', o: 'clusters' }
