/** Raised when the analyser makes other words of a text than before: indexes of older versions are rebuilt. */
export const ANALYSIS_VERSION = 1
