/** Display names. */

/** Label of a field: spaces for underscores, and a capital first letter. */
export function formatFieldLabel(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Help text of a field in responses, with the parameter that requests it. */
export function formatFieldHelp({ help, include }: { help: string; include?: string }): string {
  return include === undefined ? help : `${help} Returned only with include=${include}.`
}

/**
 * Title of a resource: `DocketEntry` is "Docket Entry", `ABARating` is "Aba Rating" (contract,
 * options_name).
 */
export function formatResourceTitle(label: string): string {
  return label
    .replace(/(?<=[a-z])[A-Z]|[A-Z](?=[a-z])/g, ' $&')
    .trim()
    .split(/ +/)
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join(' ')
}
