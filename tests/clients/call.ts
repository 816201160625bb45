/** A request of a generated client. */
export type Call = () => Promise<{ response?: { status: number } }>
