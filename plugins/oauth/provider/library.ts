import { lazyPackage } from '#app/support/lazy'

/** The provider's library, loaded on first use to keep starts fast. */
export const library = lazyPackage<typeof import('oidc-provider')>('oidc-provider')
