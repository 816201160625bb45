import { lazyPackage } from '#app/support/lazy'

/** The library of the provider: a start without callers does without. */
export const library = lazyPackage<typeof import('oidc-provider')>('oidc-provider')
